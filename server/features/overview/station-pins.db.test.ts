import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import type { HomeView } from './home.ts'
import type { PinsView } from './station-pins.ts'

const app = await testApp()
const { db, context } = app
const NOW = app.now()

const pins = async (caller: Awaited<ReturnType<typeof app.newCaller>>, query = ''): Promise<PinsView> => {
  const reply = await caller.request(`GET /api/station-pins${query}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as PinsView
}

describe('the pins of the map', () => {
  it('Z1: stand for the stations of the caller alone, with signed degrees, and follow the filters', async () => {
    const caller = await app.newCaller('installer', 'a')
    const heard = await makeSite(db, NOW, { companyId: app.companies.a, ratedW: 8_000 })
    const south = await makeSite(db, NOW, { companyId: app.companies.a })
    const nowhere = await makeSite(db, NOW, { companyId: app.companies.a })
    const foreign = await makeSite(db, NOW, { companyId: app.companies.b })
    await db
      .updateTable('station')
      .set({ latitude: 33.9, north: false, longitude: 70.5, east: false, type: 'floating', name: 'South' })
      .where('id', '=', south.stationId)
      .execute()
    await db
      .updateTable('station')
      .set({ latitude: 0, longitude: 0 })
      .where('id', '=', nowhere.stationId)
      .execute()
    const sn = heard.inverters[0]?.sn ?? ''
    await storeReadings(
      context,
      [
        {
          gatewaySn: heard.gateway.sn,
          message: message(1, NOW, [{ ...item(sn, NOW, { p: 5000 }), st: 'grid' }]),
        },
      ],
      NOW,
    )

    await makeAlarm(db, NOW, heard.stationId, { deviceId: heard.inverters[0]?.id ?? '', level: 4 })

    const all = await pins(caller)
    expect([all.total, all.unplaced, all.conditions.producing, all.conditions.unknown]).toEqual([3, 1, 1, 2])
    expect(all.pins).toEqual([
      {
        id: heard.stationId,
        name: expect.any(String),
        latitude: 31.2,
        longitude: 121.5,
        condition: 'producing',
        powerW: 5000,
        capacityW: 8_000,
        openAlarms: 1,
        worstAlarm: 'prompt',
      },
      {
        id: south.stationId,
        name: 'South',
        latitude: -33.9,
        longitude: -70.5,
        condition: 'unknown',
        powerW: null,
        capacityW: 10_000,
        openAlarms: 0,
        worstAlarm: null,
      },
    ])
    const ids = async (query: string) => (await pins(caller, query)).pins.map(({ id }) => id)
    expect(await ids('?condition=producing')).toEqual([heard.stationId])
    expect(await ids('?type=floating')).toEqual([south.stationId])
    expect(await ids('?search=south')).toEqual([south.stationId])
    expect(await ids('?capacityToW=9000')).toEqual([heard.stationId])
    expect(await ids(`?search=${foreign.gateway.sn}`)).toEqual([])
    expect((await pins(caller, '?condition=producing')).conditions).toEqual(all.conditions)
    expect((await pins(await app.newCaller('owner', 'a'))).pins).toEqual([])
  })

  it('Z4: of one company are those of a company the caller may see', async () => {
    const { a, b } = app.companies
    const admin = await app.newCaller('administrator')
    const ofB = await db.selectFrom('station').select('id').where('company_id', '=', b).execute()
    const found = (await pins(admin, `?companyId=${b}`)).pins.map(({ id }) => id)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((id) => !ofB.some((one) => one.id === id))).toEqual([])
    const caller = await app.newCaller('installer', 'a')
    await pins(caller, `?companyId=${a}`)
    for (const strange of [b, randomUUID()])
      expect((await caller.request(`GET /api/station-pins?companyId=${strange}`)).status).toBe(404)
  })

  it('come in the order of the list that has the worst first', async () => {
    const caller = await app.newCaller('installer', 'a')
    for (const [name, alarms] of [
      ['b 10', 1],
      ['b 2', 1],
      ['a', 0],
      ['c', 3],
    ] as const) {
      const site = await makeSite(db, NOW, { companyId: app.companies.a, inverters: 3 })
      await db.updateTable('station').set({ name }).where('id', '=', site.stationId).execute()
      const d = site.inverters.map(({ sn }) => ({ ...item(sn, NOW, { p: 100 }), st: 'grid' as const }))
      await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message(1, NOW, d) }], NOW)
      for (const { id } of site.inverters.slice(0, alarms))
        await makeAlarm(db, NOW, site.stationId, { deviceId: id, level: 4 })
    }
    const { body } = await caller.request('GET /api/stations?sort=worst&limit=50')
    const listed = (body as { stations: { id: string; latitude: number; name: string }[] }).stations
    const placed = listed.filter(({ latitude }) => latitude !== 0)
    expect((await pins(caller)).pins.map(({ id }) => id)).toEqual(placed.map(({ id }) => id))
    expect(placed.map(({ name }) => name).filter((name) => /^[abc]/.test(name))).toEqual([
      'c',
      'b 2',
      'b 10',
      'a',
    ])
  })
})

const energies = ({ todayWh, monthWh, yearWh, lifetimeWh, co2Kg }: HomeView['totals']) => [
  todayWh,
  monthWh,
  yearWh,
  lifetimeWh,
  co2Kg,
]

describe('home of a large fleet', () => {
  it('is what a small one is told: sums, ranking and factors, today fresh and the past kept', async () => {
    const caller = await app.newCaller('installer', 'b')
    const first = await makeSite(db, NOW, { companyId: app.companies.b, ratedW: 10_000 })
    const days: [string, number][] = [
      ['2026-06-21', 20_000],
      ['2026-06-20', 50_000],
      ['2026-03-02', 30_000],
      ['2025-07-01', 40_000],
      // Known to be nothing: what is ranked rests on the whole month.
      ...Array.from({ length: 19 }, (_, no): [string, number] => [
        `2026-06-${String(no + 1).padStart(2, '0')}`,
        0,
      ]),
    ]
    const energyOf = (no: number, wh: number, day: string) =>
      db
        .insertInto('energy_day')
        .values({ device_no: no, day, wh, first_ts: new Date(NOW), last_ts: new Date(NOW), known: 1000 })
        .execute()
    for (const [day, wh] of days) await energyOf(first.inverters[0]?.no ?? 0, wh, day)
    const read = async (): Promise<HomeView> => (await caller.request('GET /api/home')).body as HomeView
    const few = await read()
    expect(few.totals).toMatchObject({
      todayWh: 20_000,
      monthWh: 70_000,
      yearWh: 100_000,
      lifetimeWh: 140_000,
    })
    for (let made = 0; made < 105; made += 1) await makeSite(db, NOW, { companyId: app.companies.b })
    const many = await read()
    expect(many.stations).toBe(few.stations + 105)
    expect(energies(many.totals)).toEqual(energies(few.totals))
    // Those without a reading have capacity, and nothing is known of it.
    expect(few.totals.coverage.month).toBe(0.5)
    expect(many.totals.coverage.month).toBeLessThan(0.1)
    expect(many.monthRanking).toEqual([
      {
        id: first.stationId,
        name: expect.any(String),
        monthWh: 70_000,
        equivalentHours: 7,
        coverage: 1,
      },
    ])
    expect(many.factors.carbon).toEqual([
      { kgPerKwh: 0.5306, source: expect.stringContaining('China'), stations: many.stations },
    ])
    expect(many.factors.unpriced).toBe(many.stations)

    await db
      .updateTable('energy_day')
      .set({ wh: 25_000 })
      .where('device_no', '=', first.inverters[0]?.no ?? 0)
      .where('day', '=', '2026-06-21')
      .execute()
    const later = await read()
    expect([later.totals.todayWh, later.totals.monthWh, later.totals.lifetimeWh]).toEqual([
      25_000, 75_000, 145_000,
    ])
  })
})
