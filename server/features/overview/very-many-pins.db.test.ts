import { describe, expect, it } from 'vitest'
import { MARKS_MAX, WORST_MAX } from '#contract/http/station-pins.ts'
import { testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeSite } from '#tests/factories/telemetry.ts'
import type { PinsView } from './station-pins.ts'

const app = await testApp()
const { db, context } = app
const NOW = app.now()

/** Over Europe in rows of forty, a degree from each other. */
const MANY = 1_200
await context.pool.query(
  `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, country,
     report_min, capacity, capacity_unit, capacity_w, created_at)
   SELECT gen_random_uuid(), 'M' || n, CASE WHEN n <= 20 THEN 'South' ELSE 'North' END || n, $1, 'commercial', 'Europe/Berlin',
          36 + n / 40, true, n % 40, true, 'DE', 5, 10, 'kW', 10000, $2
     FROM generate_series(1, $3::int) AS n`,
  [app.companies.a, new Date(NOW), MANY],
)
/** Two at one place, far from all others, one of them with an alarm. */
const alarmed = await makeSite(db, NOW, { companyId: app.companies.a })
await makeSite(db, NOW, { companyId: app.companies.a })
await makeAlarm(db, NOW, alarmed.stationId, { deviceId: alarmed.inverters[0]?.id ?? '', level: 2 })
const nowhere = await makeSite(db, NOW, { companyId: app.companies.a })
await db
  .updateTable('station')
  .set({ latitude: 0, longitude: 0 })
  .where('id', '=', nowhere.stationId)
  .execute()
const foreign = await makeSite(db, NOW, { companyId: app.companies.b })
const caller = await app.newCaller('installer', 'a')

const pins = async (query = '', who = caller): Promise<PinsView> => {
  const reply = await who.request(`GET /api/station-pins${query}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as PinsView
}
const held = ({ groups }: PinsView): number => groups.reduce((sum, { stations }) => sum + stations, 0)

describe('the map of very many stations', () => {
  it('Z1: tells those near each other together, of the stations of the caller alone, and no more than a map can show', async () => {
    const all = await pins()
    expect([all.total, all.unplaced, all.conditions.unknown]).toEqual([MANY + 3, 1, MANY + 3])
    expect(all.pins.length + held(all)).toBe(MANY + 2)
    expect(all.pins.length + all.groups.length).toBeLessThanOrEqual(MARKS_MAX)
    for (const group of all.groups) {
      expect(group.conditions).toEqual({ unknown: group.stations })
      expect([group.west <= group.longitude, group.longitude <= group.east]).toEqual([true, true])
      expect([group.south <= group.latitude, group.latitude <= group.north]).toEqual([true, true])
    }
    const { groups, pins: alone } = await pins('', await app.newCaller('installer', 'b'))
    expect([groups, alone.map(({ id }) => id)]).toEqual([[], [foreign.stationId]])
  })

  it('names the worst whatever they stand with, and what they have', async () => {
    const all = await pins('?zoom=0')
    expect(all.worst).toHaveLength(WORST_MAX)
    expect(all.worst[0]).toMatchObject({ id: alarmed.stationId, openAlarms: 1, worstAlarm: 'emergent' })
    expect(all.groups.filter(({ openAlarms }) => openAlarms > 0)).toEqual([
      expect.objectContaining({
        stations: 2,
        conditions: { unknown: 2 },
        condition: 'unknown',
        openAlarms: 1,
        worstAlarm: 'emergent',
        west: 121.5,
        south: 31.2,
        east: 121.5,
        north: 31.2,
      }),
    ])
  })

  it('is told from near for the part that it shows, one by one where that holds few', async () => {
    const far = await pins('?area=-1,35,41,70&zoom=3')
    const near = await pins('?area=-1,35,41,70&zoom=5')
    expect([far.grid, near.grid]).toEqual([6, 7])
    expect(near.groups.length + near.pins.length).toBeGreaterThan(far.groups.length + far.pins.length)
    const few = await pins('?area=9.5,49.5,14.5,52.5&zoom=8')
    expect([few.grid, few.groups, few.worst]).toEqual([null, [], []])
    expect(few.pins).toHaveLength(15)
    // The counts are of all, as those of the list.
    expect([few.total, few.unplaced]).toEqual([MANY + 3, 1])
  })

  it('is as that of few where a search or a filter leaves few', async () => {
    const few = await pins('?search=South')
    expect([few.grid, few.groups, few.worst, few.pins.length]).toEqual([null, [], [], 20])
    const none = await pins('?condition=fault')
    expect([none.total, none.grid, none.pins]).toEqual([0, null, []])
  })

  it('is of this world', async () => {
    for (const query of ['area=1,2,3', 'area=0,91,1,92', 'area=0,5,1,4', 'zoom=25', 'zoom=-1', 'zoom=near'])
      expect([query, (await caller.request(`GET /api/station-pins?${query}`)).status]).toEqual([query, 400])
  })
})
