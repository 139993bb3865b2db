import { beforeEach, describe, expect, it } from 'vitest'
import { analysesFor } from '#domain/alarms/rules/all-rules.ts'
import { hoursDue } from '#domain/analyses/daily-run.ts'
import { courses } from '#domain/analyses/planes.ts'
import { needsOf } from '#domain/analyses/run-analyses.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { clearSkyPlaneIrradiance } from '#domain/stations/clear-sky.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testDatabase } from '#tests/database.ts'
import { forgetRules, makeAlarm } from '#tests/factories/alarms.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { collect } from './collect.ts'
import { loadStations, STEP_MS } from './load-windows.ts'
import { rehearse } from './rehearse.ts'
import { saveMemory } from './rule-store.ts'
import { stationsWithDevices } from './window-store.ts'

const { db, pool, owner } = await testDatabase()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const position = { latitude: 31.2, longitude: 121.5 }
/** The sun is lowest over Shanghai. */
const FIRST = hoursDue(0, Date.parse('2026-06-22T00:00:00Z'), position.longitude)?.to ?? 0
let now = FIRST
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => now })
let seq = 0

/** Clear days of reports every ten minutes, told late, before each look; of the third inverter a tenth is missing. */
const days = async (site: Site, count: number): Promise<void> => {
  for (let day = 0; day < count; day += 1) {
    const from = FIRST + (day - 1) * DAY
    const messages = Array.from({ length: 144 }, (_, n) => {
      const ts = from + n * 10 * MINUTE
      const light = clearSkyPlaneIrradiance(ts, position, { tiltDeg: 20, azimuthDeg: 180 })
      const d = site.inverters.map(({ sn }, index) =>
        item(sn, ts, {
          p: Math.round(9 * light * (index === 2 ? 0.9 : 1) + (light > 0 ? (n + index) % 5 : 0)),
        }),
      )
      return { gatewaySn: site.gateway.sn, message: message((seq += 1), ts, d, { hist: true }) }
    })
    now = from + DAY
    await storeReadings(context, messages, now)
  }
}
const south = async (site: Site): Promise<void> =>
  saveMemory(
    db,
    courses.keep(
      new Map(site.inverters.map(({ id }) => [id, { sum: 50, weighted: 600, before: 8, after: 8 }])),
    ),
  )
const look = async (day: number) => collect(context, FIRST + day * DAY + MINUTE, AbortSignal.timeout(60_000))
const alarmsOf = async ({ stationId }: Site) =>
  db
    .selectFrom('alarm')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .innerJoin('alarm_item', 'alarm_item.alarm_id', 'alarm.id')
    .select(['code', 'device.sn', 'alarm.level', 'alarm_item.readings'])
    .where('alarm.station_id', '=', stationId)
    .where('code', '=', 'RULE-BELOW-PEERS')
    .execute()

beforeEach(() => forgetRules(db, owner, now))

describe('a rule over days', () => {
  it('makes a standing alarm of the lowest level of what stayed below its peers, with its evidence', async () => {
    const site = await makeSite(db, FIRST - 30 * DAY, { inverters: 4, reportMin: 10 })
    await south(site)
    await days(site, 3)
    for (let day = 0; day < 3; day += 1) {
      expect(await alarmsOf(site)).toEqual([])
      await look(day)
    }
    const found = await alarmsOf(site)
    expect(found).toMatchObject([{ sn: site.inverters[2]?.sn, level: 4 }])
    expect(found[0]?.readings).toMatchObject({ peers: 3, days: '2026-06-21, 2026-06-22, 2026-06-23' })
  })

  it('says nothing while the device itself says why, and says it when that is over', async () => {
    const site = await makeSite(db, FIRST - 30 * DAY, { inverters: 4, reportMin: 10 })
    await south(site)
    await days(site, 4)
    const { id } = await makeAlarm(db, FIRST, site.stationId, {
      deviceId: site.inverters[2]?.id ?? '',
      code: '2063',
    })
    for (let day = 0; day < 3; day += 1) await look(day)
    expect(await alarmsOf(site)).toEqual([])
    await db
      .updateTable('alarm')
      .set({ status: 'closed', close_type: 'automatic_cleaning', closed_at: new Date(now) })
      .where('id', '=', id)
      .execute()
    await look(3)
    expect(await alarmsOf(site)).toHaveLength(1)
  })

  it('rehearses over recorded days, with what they teach of the planes', async () => {
    const site = await makeSite(db, FIRST - 30 * DAY, { inverters: 4, reportMin: 10 })
    await days(site, 7)
    const [station] = await stationsWithDevices(db, site.stationId)
    if (station === undefined) throw new Error('no station')
    const span = { from: FIRST - DAY, to: FIRST + 6 * DAY + STEP_MS, retainedFrom: FIRST - 30 * DAY }
    const found = async (threshold: number) =>
      (await rehearse(db, station, { rule: 'below_peers', threshold }, span)).found.map(
        ({ state }) => state.deviceId,
      )
    expect(await found(7)).toEqual([site.inverters[2]?.id])
    expect(await found(15)).toEqual([])
  })
})

describe('the hours of a day', () => {
  it('are read in one statement when the day is over, believed readings alone, and at no other step', async () => {
    const site = await makeSite(db, FIRST - 30 * DAY, { inverters: 2, reportMin: 10 })
    await days(site, 1)
    const noon = FIRST - 12 * HOUR
    await owner.query('UPDATE reading SET flags = $1, p = 99999 WHERE device_no = $2 AND ts = $3', [
      qualityFlags.power,
      site.inverters[0]?.no,
      new Date(noon).toISOString(),
    ])
    const [station] = await stationsWithDevices(db, site.stationId)
    if (station === undefined) throw new Error('no station')
    const needs = needsOf(analysesFor(['below_peers']))
    const span = { from: FIRST - STEP_MS, to: FIRST + STEP_MS, listeningSince: 0, needs }
    const [loaded] = await loadStations(db, [station], span)
    const [before, at, after] = [-STEP_MS, 0, STEP_MS].map((off) => loaded?.at(FIRST + off).hours)
    expect([before, after]).toEqual([null, null])
    const hours = at?.get(site.inverters[0]?.id ?? '') ?? []
    // The sun is lowest within an hour: it is in two days by a part each.
    expect(hours).toHaveLength(25)
    const atNoon = hours.find(({ from }) => from <= noon && noon < from + HOUR)
    expect(atNoon).toMatchObject({ readings: 5, heldBack: false })
    expect(atNoon?.powerW).toBeLessThan(10_000)
    expect(atNoon?.spreadW).toBeGreaterThan(0)
  })
})
