import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/http/route.ts'
import type { alarmRoutes } from '#contract/http/alarms.ts'
import type { overviewRoutes } from '#contract/http/overview.ts'
import type { reportRoutes } from '#contract/http/reports.ts'
import type { telemetryRoutes } from '#contract/http/telemetry.ts'
import { expectedPowerW } from '#domain/stations/clear-sky.ts'
import { loadStations } from '#server/features/alarms/rules/load-windows.ts'
import { stationsWithDevices } from '#server/features/alarms/rules/window-store.ts'
import { stationLives } from '#server/features/stations/station-live.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeDevice } from '#tests/factories/devices.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { impactsOf } from './impacts.ts'

type Home = AnswerOf<(typeof overviewRoutes)['GET /api/home']>
type Power = AnswerOf<(typeof telemetryRoutes)['GET /api/stations/{stationId}/power']>
type Report = AnswerOf<(typeof reportRoutes)['GET /api/stations/{stationId}/report']>
type FleetReport = AnswerOf<(typeof reportRoutes)['GET /api/report']>
type AlarmDetail = AnswerOf<(typeof alarmRoutes)['GET /api/alarms/{alarmId}']>

const MIN = 60_000
/** Half past four in the afternoon in Shanghai: the sun stands in the west. */
const app = await testApp({ now: Date.UTC(2026, 5, 21, 8, 30) })
const { db, context } = app
const caller = await app.asRole('installer', 'a')
const NOW = app.now()
const position = { latitude: 31.2, longitude: 121.5 }
const CAPACITY = 20_000

const get = async <T>(path: string): Promise<T> => {
  const reply = await caller.request(`GET ${path}`)
  expect([path, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([path, 200, ''])
  return reply.body as T
}

/** A station whose own plane looks east; `faces`: azimuth and W of what lies in areas. */
const roofed = async (
  faces: readonly (readonly [azimuth: number, watts: number])[],
  inverters = 2,
): Promise<Site> => {
  const site = await makeSite(db, NOW - 40 * 24 * 60 * MIN, {
    companyId: app.companies.a,
    inverters,
    ratedW: CAPACITY / inverters,
  })
  await db
    .updateTable('station')
    .set({ latitude: 31.2, north: true, longitude: 121.5, east: true, tilt_deg: 30, azimuth_deg: 90 })
    .set({ capacity_w: CAPACITY })
    .where('id', '=', site.stationId)
    .execute()
  for (const [azimuth, watts] of faces) {
    const area = randomUUID()
    await db
      .insertInto('array_area')
      .values({
        id: area,
        station_id: site.stationId,
        row_count: 1,
        col_count: 9,
        tilt_deg: 30,
        azimuth_deg: azimuth,
        created_at: new Date(NOW),
      })
      .execute()
    await db
      .insertInto('place')
      .values({
        id: randomUUID(),
        station_id: site.stationId,
        kind: 'optimizer',
        area_id: area,
        row_no: 1,
        col_no: 1,
        module_w: watts,
        created_at: new Date(NOW),
      })
      .execute()
  }
  return site
}
const facing = (...shares: (readonly [azimuth: number, share: number])[]) => ({
  ...position,
  faces: shares.map(([azimuthDeg, share]) => ({ tiltDeg: 30, azimuthDeg, share })),
  capacityW: CAPACITY,
  limitW: CAPACITY,
})
const east = facing([90, 1])
const both = facing([90, 0.5], [270, 0.5])
const report = async (id: string) => (await get<Report>(`/api/stations/${id}/report?of=2026-05`)).report
const together = async () => (await get<FleetReport>('/api/report?of=2026-05')).report
const liveOf = async ({ stationId }: Site) => (await stationLives(context, [stationId], NOW))[0]
let seq = 0
const say = (site: Site, p: number, st: 'grid' | 'shutdown' = 'grid', ts = NOW) => {
  const d = site.inverters.map(({ sn }) => ({ ...item(sn, ts, { p }), st }))
  return storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message((seq += 1), ts, d) }], ts)
}

describe('what is expected of a station', () => {
  it('adds up the planes of its areas, the same in its figures, its curve, at home and in ribbons', async () => {
    const expected = expectedPowerW(NOW, both)
    // What one plane said was far too little in the afternoon.
    expect(expected).toBeGreaterThan(1.4 * expectedPowerW(NOW, east))
    const site = await roofed([
      [90, 10_000],
      [270, 10_000],
    ])
    await say(site, expected / 4)
    const live = await liveOf(site)
    expect(live?.expectedW).toBe(expected)
    const home = await get<Home>('/api/home')
    expect(home.only?.live.expectedW).toBe(expected)
    expect(home.light.share).toBeCloseTo(0.5, 3)
    expect(home.light.cells).toMatchObject([{ id: site.stationId, share: home.light.share }])
    const power = await get<Power>(`/api/stations/${site.stationId}/power`)
    const stepsOf = (curve: { ts: readonly number[]; stepMs: number }) =>
      curve.ts.map((ts) => expectedPowerW(ts + curve.stepMs / 2, both))
    expect(power.expectedW).toEqual(stepsOf(power))
    expect(home.curve.expectedW).toEqual(stepsOf(home.curve))
    await db
      .updateTable('station')
      .set({ deleted_at: new Date(NOW) })
      .where('id', '=', site.stationId)
      .execute()
  })

  it('ends in a day on which an inverter was exchanged where the new ones do', async () => {
    const site = await roofed([[180, CAPACITY]])
    // They give far less together than the sky would, and a third was taken away an hour ago.
    await db
      .updateTable('device')
      .set({ rated_w: 5_500 })
      .where('station_id', '=', site.stationId)
      .where('kind', '=', 'inverter')
      .execute()
    const old = await makeDevice(db, NOW - 24 * 60 * MIN, site.stationId, 'inverter', {
      gatewayId: site.gateway.id,
    })
    await db
      .updateTable('device')
      .set({ rated_w: 11_000, removed_at: new Date(NOW - 60 * MIN) })
      .where('id', '=', old.id)
      .execute()
    const power = await get<Power>(`/api/stations/${site.stationId}/power`)
    const most = Math.max(...(power.expectedW ?? []))
    expect(most).toBe(11_000)
    expect(Math.max(...((await get<Home>('/api/home')).curve.expectedW ?? []))).toBe(most)
    await db
      .updateTable('station')
      .set({ deleted_at: new Date(NOW) })
      .where('id', '=', site.stationId)
      .execute()
  })

  it('is the plane of the station for what lies in no area', async () => {
    const site = await roofed([[270, 5_000]])
    const live = await liveOf(site)
    expect(live?.expectedW).toBe(expectedPowerW(NOW, facing([90, 0.75], [270, 0.25])))
    const plain = await roofed([])
    expect((await liveOf(plain))?.expectedW).toBe(expectedPowerW(NOW, east))
    // An area that was taken off the plan lies nowhere any more.
    await db
      .updateTable('array_area')
      .set({ removed_at: new Date(NOW) })
      .where('station_id', '=', site.stationId)
      .execute()
    expect((await liveOf(site))?.expectedW).toBe(expectedPowerW(NOW, east))
    for (const { stationId } of [site, plain])
      await db
        .updateTable('station')
        .set({ deleted_at: new Date(NOW) })
        .where('id', '=', stationId)
        .execute()
  })

  it('in the reports of a station and of all together, too', async () => {
    const turned = await roofed([[270, CAPACITY]])
    const west = (await report(turned.stationId)).clearSkyWh
    expect((await together()).clearSkyWh).toBe(west)
    const split = await roofed([
      [90, 10_000],
      [270, 10_000],
    ])
    const halves = (await report(split.stationId)).clearSkyWh
    expect((await together()).clearSkyWh).toBe((west ?? 0) + (halves ?? 0))
    const plain = await roofed([])
    const own = (await report(plain.stationId)).clearSkyWh
    expect(Math.abs((halves ?? 0) - ((west ?? 0) + (own ?? 0)) / 2)).toBeLessThan(0.0001 * (own ?? 0))
    expect(halves).not.toBe(own)
    for (const { stationId } of [turned, split, plain])
      await db
        .updateTable('station')
        .set({ deleted_at: new Date(NOW) })
        .where('id', '=', stationId)
        .execute()
  })

  it('of an inverter that stands still is its part of them', async () => {
    const site = await roofed([
      [90, 10_000],
      [270, 10_000],
    ])
    const [inverter] = site.inverters
    await say(site, 0, 'shutdown')
    const { impacts } = await impactsOf(
      db,
      site.inverters.map(({ id }) => ({
        id,
        stationId: site.stationId,
        reason: 'shutdown' as const,
        costly: false,
        ratedW: 10_000,
      })),
      NOW,
      5_000,
    )
    const half = expectedPowerW(NOW, { ...both, capacityW: CAPACITY / 2, limitW: CAPACITY / 2 })
    expect(impacts.get(inverter?.id ?? '')).toEqual({ of: 'lost', powerW: half, against: 'clear_sky' })
  })

  it('is what an alarm has cost that nobody stands beside', async () => {
    const site = await roofed(
      [
        [90, 10_000],
        [270, 10_000],
      ],
      1,
    )
    await say(site, 0, 'shutdown', NOW - MIN)
    const about = { level: 2 as const, code: '2032', deviceId: site.inverters[0]?.id ?? '' }
    const alarm = await makeAlarm(db, NOW - 5 * MIN, site.stationId, about)
    const { cost } = (await get<AlarmDetail>(`/api/alarms/${alarm.id}`)).alarm
    const expected = expectedPowerW(NOW - 2.5 * MIN, both)
    expect(cost).toMatchObject({ against: 'clear_sky', wh: Math.round(expected / 12) })
  })

  it('of rules and rehearsals is of the same planes', async () => {
    const site = await roofed([
      [90, 10_000],
      [270, 10_000],
    ])
    const stations = await stationsWithDevices(db, site.stationId)
    const needs = { step: 'minutes', hours: new Set(), readings: new Set(['p']) } as unknown as Parameters<
      typeof loadStations
    >[2]['needs']
    const [loaded] = await loadStations(db, stations, { from: NOW, to: NOW, listeningSince: 0, needs })
    const faces = loaded?.at(NOW).faces.toSorted((a, b) => a.azimuthDeg - b.azimuthDeg)
    expect(faces).toEqual(both.faces)
  })
})
