import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { stringRoutes } from '#contract/http/strings.ts'
import { stateIndex } from '#domain/telemetry/device-state.ts'
import { dayAt } from '#domain/telemetry/local-days.ts'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { testApp } from '#tests/app.ts'
import { makeDevice, setEnergy, setLatest, type MadeDevice } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { readStringDay } from './read-string-day.ts'
import { readInverterStrings } from './read-strings.ts'
import { stringHandlers } from './topology-routes.ts'

const app = await testApp({ routes: stringRoutes, handlers: stringHandlers })
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

type Beside = z.output<(typeof stringRoutes)['GET /api/devices/{deviceId}/strings']['output']>
type Day = z.output<(typeof stringRoutes)['GET /api/strings/{stringId}/day']['output']>
type Now = z.output<(typeof stringRoutes)['GET /api/stations/{stationId}/strings-now']['output']>

const get = async <T>(path: string): Promise<T> => {
  const reply = await caller.request(`GET /api/${path}`)
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body as T
}

const addString = async (
  stationId: string,
  inverter: MadeDevice,
  no: number,
  mppt: number | null,
): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('string')
    .values({
      id,
      station_id: stationId,
      inverter_id: inverter.id,
      no,
      mppt_no: mppt,
      capacity_w: null,
      created_at: new Date(NOW - 48 * HOUR),
    })
    .execute()
  return id
}

type Parts = { mppt?: { n: number; u?: number; i?: number; p?: number }[]; str?: { n: number; i: number }[] }
const say = async (device: MadeDevice, from: number, to: number, parts: Parts): Promise<void> => {
  const times = Array.from({ length: Math.floor((to - from) / (5 * MIN)) + 1 }, (_, n) => from + n * 5 * MIN)
  await db
    .insertInto('reading')
    .values(
      times.map((ts) => ({
        device_no: device.no,
        ts: new Date(ts),
        received_at: new Date(ts),
        hist: false,
        state: stateIndex('grid_connected'),
        flags: 0,
        q: null,
        f: null,
        t: null,
        p: 1_000,
        p_dc: null,
        u_in: null,
        i_in: null,
        u_out: null,
        e_tot: null,
        rssi: null,
        u: null,
        i: null,
        closed: null,
        keepalive: null,
        mppt: parts.mppt ? JSON.stringify(parts.mppt) : null,
        str: parts.str ? JSON.stringify(parts.str) : null,
        raw: null,
      })),
    )
    .execute()
  await setLatest(db, device.no, { ts: to, p: 1_000, state: 'grid_connected' })
  await db
    .updateTable('latest')
    .set({
      mppt: parts.mppt ? JSON.stringify(parts.mppt) : null,
      str: parts.str ? JSON.stringify(parts.str) : null,
    })
    .where('device_no', '=', device.no)
    .execute()
}

const tracker = (n: number, p: number) => ({ n, u: 500, i: p / 500, p })

describe('strings of an inverter', () => {
  it('alone on their trackers have power, energy with what it rests on, and the odd one is named', async () => {
    const stationId = await makeStation(db, NOW, app.companies.a)
    const inverter = await makeDevice(db, NOW, stationId, 'inverter')
    const ids = []
    for (const no of [1, 2, 3, 4]) ids.push(await addString(stationId, inverter, no, no))
    const mppt = [tracker(1, 4_000), tracker(2, 3_280), tracker(3, 4_000), tracker(4, 4_000)]
    // Two hours of today, and a silence before them.
    await say(inverter, NOW - 2 * HOUR, NOW, { mppt })

    const { strings, compared, mppts } = await get<Beside>(`devices/${inverter.id}/strings`)
    expect(mppts.map(({ no, powerW }) => [no, powerW])).toEqual([
      [1, 4_000],
      [2, 3_280],
      [3, 4_000],
      [4, 4_000],
    ])
    expect(strings.map(({ by }) => by)).toEqual(Array(4).fill('tracker'))
    expect(strings[1]).toMatchObject({ id: ids[1], odd: true, peers: 3 })
    expect(strings[1]?.share).toBeCloseTo(-0.18)
    expect(strings[0]).toMatchObject({ odd: false })
    expect(strings[0]?.today.wh).toBeCloseTo(8_000)
    // Known of the two hours alone, and of none of yesterday.
    expect(strings[0]?.today.coverage).toBeGreaterThan(0.2)
    expect(strings[0]?.today.coverage).toBeLessThan(0.6)
    expect(strings[0]?.yesterday).toEqual({ wh: null, coverage: 0 })
    expect(strings[0]?.now).toMatchObject({ state: 'value', powerW: 4_000, currentA: 8, voltageV: 500 })
    expect(compared?.to).toBeGreaterThanOrEqual(NOW)

    const day = await get<Day>(`strings/${ids[1]}/day`)
    expect(day.energy.wh).toBeCloseTo(2 * 3_280)
    expect(day.month.wh).toBeCloseTo(2 * 3_280)
    expect(day.month.coverage).toBeLessThan(0.1)
    expect(new Set(day.powerW)).toEqual(new Set([3_280]))
    const now = await get<Now>(`stations/${stationId}/strings-now`)
    expect(now.strings).toHaveLength(4)
    expect(now.strings[1]?.now.powerW).toBe(3_280)
  })

  it('that share a tracker are told from each other by their own currents, else nothing measures them', async () => {
    const stationId = await makeStation(db, NOW, app.companies.a)
    const [measured, silent] = [
      await makeDevice(db, NOW, stationId, 'inverter'),
      await makeDevice(db, NOW, stationId, 'inverter'),
    ]
    const [first, second] = [
      await addString(stationId, measured, 1, 1),
      await addString(stationId, measured, 2, 1),
    ]
    const mppt = [tracker(1, 8_000)]
    await say(measured, NOW - HOUR, NOW, {
      mppt,
      str: [
        { n: 1, i: 8 },
        { n: 2, i: 7 },
      ],
    })
    expect((await get<Day>(`strings/${first}/day`)).energy.wh).toBeCloseTo(4_000)
    expect(await get<Day>(`strings/${second}/day`)).toMatchObject({
      by: 'current',
      now: { powerW: 3_500, currentA: 7 },
    })

    const shared = await addString(stationId, silent, 1, 1)
    await addString(stationId, silent, 2, 1)
    await say(silent, NOW - HOUR, NOW, { mppt })
    expect(await get<Day>(`strings/${shared}/day`)).toMatchObject({
      by: null,
      why: 'shared',
      now: { state: 'unmeasured', powerW: null },
      today: { wh: null, coverage: null },
      ts: [],
    })
  })

  it('of optimizers are the sum of them by their counters, as far as they are heard, alone on a tracker too', async () => {
    const stationId = await makeStation(db, NOW, app.companies.a)
    const inverter = await makeDevice(db, NOW, stationId, 'inverter')
    const id = await addString(stationId, inverter, 1, 1)
    // What the tracker counts is a little more, and nowhere the figure of the string.
    await say(inverter, NOW - 2 * HOUR, NOW, { mppt: [tracker(1, 1_560)] })
    const today = dayAt(NOW, 'Asia/Shanghai')
    for (const n of [1, 2, 3]) {
      const { id: deviceId, no } = await makeDevice(db, NOW, stationId, 'optimizer')
      const placeId = randomUUID()
      const nothing = { area_id: null, row_no: null, col_no: null, module_w: null, changed_by: null }
      const created_at = new Date(NOW - 48 * HOUR)
      await db
        .insertInto('place')
        .values({
          id: placeId,
          station_id: stationId,
          kind: 'optimizer',
          string_id: id,
          position: n,
          ...nothing,
          created_at,
        })
        .execute()
      await db
        .insertInto('place_device')
        .values({ place_id: placeId, device_id: deviceId, since: created_at, until: null })
        .execute()
      if (n === 3) continue
      await setLatest(db, no, { ts: NOW, p: 300, state: 'normal' })
      await db.updateTable('latest').set({ i_out: 9 }).where('device_no', '=', no).execute()
      await setEnergy(db, no, { [today]: 1_500 }, NOW)
    }
    const day = await get<Day>(`strings/${id}/day`)
    expect(day).toMatchObject({
      by: 'optimizers',
      now: { powerW: 600, currentA: 9, voltageV: 500, known: 2, all: 3 },
      today: { wh: 3_000 },
      yesterday: { wh: null, coverage: 0 },
    })
    expect(day.today.coverage).toBeCloseTo(2 / 3)
    expect(day.night).toBeNull()
    const all = sql<boolean>`true`
    for (const [at, night] of [
      [NOW + 9 * HOUR, 'today'],
      [NOW + 16 * HOUR, 'yesterday'],
    ] as const) {
      const dark = await readStringDay(db, { stringId: id, day: undefined }, all, at)
      const beside = await readInverterStrings(db, inverter.id, all, at)
      expect([dark.night, dark[night].wh, beside.night, beside.strings[0]?.[night].wh]).toEqual([
        night,
        3_000,
        night,
        3_000,
      ])
    }
  })

  it('are read of a day that has come, and by whoever may see the station', async () => {
    const stationId = await makeStation(db, NOW, app.companies.a)
    const inverter = await makeDevice(db, NOW, stationId, 'inverter')
    const id = await addString(stationId, inverter, 1, 1)
    const ahead = await caller.request(`GET /api/strings/${id}/day?day=2099-01-01`)
    expect(ahead.status).toBe(400)
  })
})
