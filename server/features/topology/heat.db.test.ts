import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { topologyRoutes } from '#contract/http/topology.ts'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice, setLatest } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { findStation } from '../stations/station-store.ts'
import { readHeat } from './read-heat.ts'
import { topologyHandlers } from './topology-routes.ts'

const app = await testApp({ routes: topologyRoutes, handlers: topologyHandlers })
const { db } = app
const caller = await app.asRole('installer')
/** Noon in Shanghai. */
const NOW = app.now()
const MIN = 60_000
const HOUR = 60 * MIN
await ensurePartitions(
  app.context.pool,
  [0, 1, 2].map((days) => utcDayStart(NOW - days * 24 * HOUR)),
)

type Heat = z.output<(typeof topologyRoutes)['GET /api/stations/{stationId}/heat']['output']>
type HeatDay = z.output<(typeof topologyRoutes)['GET /api/stations/{stationId}/heat-day']['output']>

const get = async <T>(path: string): Promise<T> => {
  const reply = await caller.request(`GET /api/stations/${path}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as T
}

type Stay = { deviceId: string; since: number; until?: number }
const place = async (stationId: string, stays: readonly Stay[], kind = 'optimizer' as const) => {
  const id = randomUUID()
  const nothing = { string_id: null, position: null, area_id: null, row_no: null, col_no: null }
  await db
    .insertInto('place')
    .values({
      id,
      station_id: stationId,
      kind,
      ...nothing,
      module_w: null,
      changed_by: null,
      created_at: new Date(NOW - 48 * HOUR),
    })
    .execute()
  for (const { deviceId, since, until } of stays)
    await db
      .insertInto('place_device')
      .values({
        place_id: id,
        device_id: deviceId,
        since: new Date(since),
        until: until === undefined ? null : new Date(until),
      })
      .execute()
  return id
}

type Sample = {
  ts: number
  p?: number | null
  u?: number
  state?: 'normal' | 'shutdown'
  closed?: boolean
  flags?: number
}
const readings = async (deviceNo: number, samples: readonly Sample[]): Promise<void> => {
  const nothing = { q: null, f: null, t: null, p_dc: null, i_in: null, u_out: null, e_tot: null, rssi: null }
  await db
    .insertInto('reading')
    .values(
      samples.map(({ ts, p, u, state, closed, flags }) => ({
        ...nothing,
        device_no: deviceNo,
        ts: new Date(ts),
        received_at: new Date(ts),
        hist: false,
        state: stateIndex(state ?? 'normal'),
        flags: flags ?? 0,
        p: p ?? null,
        u_in: u ?? null,
        u: null,
        i: null,
        closed: closed ?? null,
        keepalive: null,
        mppt: null,
        raw: null,
      })),
    )
    .execute()
}

const site = async (devices: number) => {
  const stationId = await makeStation(db, NOW, app.companies.a)
  const made = []
  for (let n = 0; n < devices; n += 1) made.push(await makeDevice(db, NOW, stationId, 'optimizer'))
  return { stationId, made }
}

describe('a place whose device was replaced', () => {
  it('has one unbroken series, and each instant the device that hung there', async () => {
    const { stationId, made } = await site(2)
    const [old, fresh] = made
    if (!old || !fresh) throw new Error('no devices')
    const change = NOW - 60 * MIN
    const placeId = await place(stationId, [
      { deviceId: old.id, since: NOW - 90 * MIN, until: change },
      { deviceId: fresh.id, since: change },
    ])
    await db
      .updateTable('device')
      .set({ removed_at: new Date(change), replaced_by: fresh.id })
      .where('id', '=', old.id)
      .execute()
    const every = (from: number, to: number, p: number): Sample[] =>
      Array.from({ length: (to - from) / (5 * MIN) }, (_, n) => ({ ts: from + n * 5 * MIN + MIN, p }))
    // What the old one measured before it was written down is the place's; what it says in a drawer is nobody's.
    await readings(old.no, every(NOW - 2 * HOUR, NOW, 100))
    await readings(fresh.no, every(NOW - 2 * HOUR, NOW, 200))
    await setLatest(db, fresh.no, { ts: NOW - 4 * MIN, state: 'normal', p: 200 })

    const day = await get<HeatDay>(`${stationId}/heat-day?stepMin=5`)
    const known = day.places[0]?.v.filter((one) => one !== null)
    expect(day.places[0]?.placeId).toBe(placeId)
    expect(known).toEqual([...Array(12).fill(1000), ...Array(12).fill(2000)])
    expect(day.places[0]?.v.slice(-24)).toEqual(known)

    const at = async (ts: number) => (await get<Heat>(`${stationId}/heat?at=${ts}`)).values[0]
    expect(await at(change - 10 * MIN)).toMatchObject({ deviceId: old.id, value: 100, state: 'value' })
    // A minute after the exchange the reading before it is nearer, but another device's.
    expect(await at(change)).toMatchObject({ deviceId: fresh.id, value: 200, ts: change + MIN })
    expect((await get<Heat>(`${stationId}/heat`)).values[0]).toMatchObject({ deviceId: fresh.id, value: 200 })
  })
})

describe('the states of a place', () => {
  it('are told apart, now and at a past instant', async () => {
    const { stationId, made } = await site(7)
    const at = NOW - HOUR
    const samples: Sample[][] = [
      [{ ts: at - MIN, p: 210, u: 30 }],
      [{ ts: at - MIN, p: 0, u: 28 }],
      [{ ts: at - 40 * MIN, p: 190 }],
      [{ ts: at - MIN, p: 0, state: 'shutdown' }],
      [],
      [{ ts: at - MIN, p: null, u: 31 }],
      [{ ts: at - MIN, p: 9e6, flags: qualityFlags.power }],
    ]
    const places: string[] = []
    for (const [n, device] of made.entries()) {
      places.push(await place(stationId, [{ deviceId: device.id, since: NOW - 30 * HOUR }]))
      const [sample] = samples[n] ?? []
      if (!sample) continue
      await readings(device.no, samples[n] ?? [])
      await setLatest(db, device.no, { ts: sample.ts, state: sample.state ?? 'normal', p: sample.p ?? null })
    }
    const vacant = await place(stationId, [])
    const past = await get<Heat>(`${stationId}/heat?at=${at}`)
    const cell = (one: Heat, id: string | undefined) => one.values.find(({ placeId }) => placeId === id)
    const statesOf = (one: Heat) => [...places, vacant].map((id) => cell(one, id)?.state)
    const wanted = ['value', 'zero', 'stale', 'shutdown', 'never', 'unmeasured', 'unmeasured', 'empty']
    expect(statesOf(past)).toEqual(wanted)
    expect(cell(past, places[2])).toMatchObject({ value: null, ts: at - 40 * MIN })
    expect(cell(past, places[4])).toMatchObject({ value: null, ts: null })
    const volts = await get<Heat>(`${stationId}/heat?at=${at}&metric=voltage`)
    expect(cell(volts, places[1])).toMatchObject({ state: 'value', value: 28 })
    // An hour later nobody has been heard: all that was is as old as it is.
    const now = await get<Heat>(`${stationId}/heat`)
    const later = ['stale', 'stale', 'stale', 'stale', 'never', 'stale', 'stale', 'empty']
    expect(statesOf(now)).toEqual(later)
    expect(cell(now, places[0])).toMatchObject({ value: null, ts: at - MIN })
  })

  it('a shutdown device that is open is shut down, whatever it measures', async () => {
    const { stationId, made } = await site(1)
    const placeId = await place(stationId, [{ deviceId: made[0]?.id ?? '', since: NOW - HOUR }])
    await readings(made[0]?.no ?? 0, [{ ts: NOW - 20 * MIN, u: 1, closed: false }])
    const { values } = await get<Heat>(`${stationId}/heat?at=${NOW - 20 * MIN}&metric=voltage`)
    expect(values).toEqual([expect.objectContaining({ placeId, state: 'shutdown', value: 1 })])
    const { places } = await get<HeatDay>(`${stationId}/heat-day?metric=voltage&stepMin=10`)
    expect(places[0]?.off).toHaveLength(1)
  })
})

describe('the energy of the day', () => {
  it('is told of each place with the present: of today, before sunrise of the day before; never of a past instant', async () => {
    const { stationId, made } = await site(2)
    const [one, other] = made
    if (!one || !other) throw new Error('no devices')
    const placeId = await place(stationId, [{ deviceId: one.id, since: NOW - 30 * HOUR }])
    const without = await place(stationId, [{ deviceId: other.id, since: NOW - 30 * HOUR }])
    const day = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 10)
    const span = { first_ts: new Date(NOW - HOUR), last_ts: new Date(NOW) }
    await db
      .insertInto('energy_day')
      .values([
        { device_no: one.no, day: day(NOW), wh: 640, ...span },
        { device_no: one.no, day: day(NOW - 24 * HOUR), wh: 910, ...span },
      ])
      .execute()
    const now = await get<Heat>(`${stationId}/heat`)
    const whOf = new Map(now.values.map((value) => [value.placeId, value.dayWh]))
    expect([now.night, now.energyDay, whOf.get(placeId), whOf.get(without)]).toEqual([
      null,
      day(NOW),
      640,
      null,
    ])
    const past = await get<Heat>(`${stationId}/heat?at=${NOW - HOUR}`)
    expect(past.values.map(({ dayWh }) => dayWh)).toEqual([null, null])
    const row = await findStation(db, stationId, sql<boolean>`true`)
    if (!row) throw new Error('no station')
    // Four in the morning: the sun has not risen.
    const early = await readHeat(
      db,
      row,
      { at: undefined, metric: 'power' },
      { now: NOW - 8 * HOUR, retainedFrom: 0 },
    )
    expect([early.night, early.energyDay]).toEqual(['yesterday', day(NOW - 24 * HOUR)])
    expect(early.values.find((value) => value.placeId === placeId)?.dayWh).toBe(910)
  })
})

describe('the time asked for', () => {
  it('is within what is kept and not ahead', async () => {
    const { stationId } = await site(0)
    const days = app.context.retentionDays
    for (const query of [
      `heat?at=${NOW + MIN}`,
      `heat?at=${NOW - days * 24 * HOUR - MIN}`,
      'heat-day?day=2026-06-22',
      'heat-day?day=2001-01-01',
    ]) {
      const reply = await caller.request(`GET /api/stations/${stationId}/${query}`)
      expect([query, reply.status, reply.text.includes('date_invalid')]).toEqual([query, 400, true])
    }
  })

  it('a day spans the light hours of the station, and today ends with the present', async () => {
    const { stationId } = await site(0)
    const past = await get<HeatDay>(`${stationId}/heat-day?day=2026-06-20`)
    expect(past.from).toBeLessThan(past.sunriseAt ?? 0)
    expect(past.to).toBeGreaterThan(past.sunsetAt ?? NOW)
    expect((past.to - past.from) % past.stepMs).toBe(0)
    const today = await get<HeatDay>(`${stationId}/heat-day`)
    expect(today.to).toBe(NOW)
  })
})
