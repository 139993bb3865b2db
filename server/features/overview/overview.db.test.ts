import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dayStartAt } from '#domain/telemetry/local-days.ts'
import { drain } from '#server/features/telemetry/roll-up.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { type Caller, testApp } from '#tests/app.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeArea } from '#tests/factories/arrays.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import type { AttentionView } from './attention.ts'
import type { HomeView } from './home.ts'

const MIN = 60_000
// Noon in Shanghai.
const app = await testApp({ now: Date.UTC(2026, 5, 21, 4) })
const { db, context } = app
const NOW = app.now()

let seq = 0
type Said = { p?: number; wh?: number; ts?: number; st?: 'grid' | 'shutdown' }
const say = async (
  site: Site,
  said: Said[],
  more: { device?: number; skewMs?: number; receivedAt?: number } = {},
) => {
  const sn = site.inverters[more.device ?? 0]!.sn
  const d = said.map(({ p = 0, wh, ts = NOW, st = 'grid' }) => ({
    ...item(sn, ts + (more.skewMs ?? 0), { p, ...(wh === undefined ? {} : { e_tot: wh }) }),
    st,
  }))
  seq += 1
  const receivedAt = more.receivedAt ?? NOW
  await storeReadings(
    context,
    [{ gatewaySn: site.gateway.sn, message: message(seq, receivedAt, d) }],
    receivedAt,
  )
}
const get = async <T>(caller: Caller, path: string): Promise<T> => {
  const reply = await caller.request(`GET ${path}`)
  expect([path, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([path, 200, ''])
  return reply.body as T
}

/** A roof area in which one module hangs. */
const drawArea = async (stationId: string, azimuth: number): Promise<void> => {
  const area = await makeArea(db, NOW, stationId)
  await db.updateTable('array_area').set({ azimuth_deg: azimuth }).where('id', '=', area).execute()
  const hung = { id: randomUUID(), station_id: stationId, kind: 'optimizer', area_id: area } as const
  await db
    .insertInto('place')
    .values({ ...hung, row_no: 1, col_no: 1, created_at: new Date(NOW) })
    .execute()
}

describe('home', () => {
  it('sums what is known over the stations of the caller, each in its own day', async () => {
    const caller = await app.newCaller('installer', 'a')
    const near = await makeSite(db, NOW, { companyId: app.companies.a, inverters: 2, ratedW: 10_000 })
    const far = await makeSite(db, NOW, {
      companyId: app.companies.a,
      timeZone: 'America/Denver',
      ratedW: 5_000,
      reportMin: 15,
    })
    await makeSite(db, NOW, { companyId: app.companies.a, ratedW: 1_000 })
    const foreign = await makeSite(db, NOW, { companyId: app.companies.b, ratedW: 900_000 })
    await db
      .updateTable('station')
      .set({ tariff: JSON.stringify({ perKwh: 0.5, currency: 'CNY', source: 'test' }) })
      .where('id', '=', near.stationId)
      .execute()
    const dawn = dayStartAt('2026-06-21', 'Asia/Shanghai') + 6 * 60 * MIN
    for (let step = 0; dawn + step * 5 * MIN <= NOW; step += 1)
      for (const device of [0, 1])
        await say(near, [{ p: 3000, wh: 100_000 + step * 250, ts: dawn + step * 5 * MIN }], {
          device,
          receivedAt: dawn + step * 5 * MIN,
        })
    await say(far, [{ p: 700, wh: 9000, ts: NOW - 15 * MIN }], { receivedAt: NOW - 15 * MIN })
    await say(far, [{ p: 900, wh: 9175, ts: NOW }])
    await say(foreign, [{ p: 800_000, wh: 1_000_000 }])
    for (const [station, level, no] of [
      [near, 3, 0],
      [near, 4, 1],
      [far, 4, 0],
      [foreign, 1, 0],
    ] as const)
      await makeAlarm(db, NOW, station.stationId, { level, deviceId: station.inverters[no]?.id ?? '' })
    const over = await makeAlarm(db, NOW, far.stationId, {
      level: 2,
      code: '2013',
      deviceId: far.inverters[0]?.id ?? '',
    })
    await db
      .updateTable('alarm')
      .set({ status: 'closed', closed_at: new Date(NOW), close_type: 'manual_clear' })
      .where('id', '=', over.id)
      .execute()
    await drain(context, NOW)

    const home = await get<HomeView>(caller, '/api/home')
    expect(home.openAlarms).toEqual({ very_urgent: 0, emergent: 0, important: 1, prompt: 2 })
    expect(home.person).toMatchObject({ id: caller.accountId, roles: ['installer'] })
    expect([home.stations, home.conditions]).toEqual([
      3,
      { fault: 0, offline: 0, curtailed: 0, switched_off: 0, unknown: 1, standby: 0, producing: 2 },
    ])
    expect(home.totals).toMatchObject({
      capacityW: 16_000,
      powerW: 6900,
      powerStations: 2,
      powerAt: NOW,
      todayWh: 36_000 + 175,
      lifetimeWh: 36_000 + 175,
      income: [{ currency: 'CNY', today: 18, month: 18, year: 18, lifetime: 18 }],
    })
    expect(home.curve.timeZone).toBe('Asia/Shanghai')
    expect(home.curve.stepMs).toBe(15 * MIN)
    // Shanghai and Denver have no day together: the last 24 hours, with the step that is running at the end.
    expect(home.curve).toMatchObject({
      span: 'last24h',
      from: NOW + 15 * MIN - 24 * 60 * MIN,
      to: NOW + 15 * MIN,
    })
    const at = (hour: number): [number | null | undefined, number | undefined] => {
      const step = home.curve.ts.indexOf(NOW + (hour - 12) * 60 * MIN)
      return [home.curve.powerW[step], home.curve.coverage[step]]
    }
    expect(at(5)).toEqual([null, 0])
    // Two of the five kilowatt classes are heard: 20 of 26 kW rated.
    expect(at(8)).toEqual([6000, Math.round((20 / 26) * 1000) / 1000])
    expect(at(12)[0]).toBe(6900)
    expect(home.curve.ts.at(-1)).toBe(NOW)
    expect(home.curve.expectedW).toHaveLength(home.curve.ts.length)
    expect(home.ranking.map(({ id }) => id)).toEqual([near.stationId, far.stationId])
    // Nothing is amiss but for the alarms that are open at both: they are what is to be done.
    expect(home.attention.map(({ id }) => id).sort()).toEqual([near.stationId, far.stationId].sort())
    expect(home.attentionTotal).toBe(2)

    const owner = await get<HomeView>(await app.newCaller('owner', 'a'), '/api/home')
    expect([owner.stations, owner.totals.powerW, owner.totals.todayWh, owner.curve.expectedW]).toEqual([
      0,
      null,
      null,
      null,
    ])
  })

  it('asks the database as often for many stations as for few', async () => {
    const caller = await app.newCaller('installer', 'b')
    let statements = 0
    const stopCounting = countStatements(() => (statements += 1))
    await get<HomeView>(caller, '/api/home')
    const few = statements
    for (let made = 0; made < 12; made += 1) {
      const { stationId } = await makeSite(db, NOW, { companyId: app.companies.b })
      for (const azimuth of [90, 270]) await drawArea(stationId, azimuth)
    }
    statements = 0
    const many = await get<HomeView>(caller, '/api/home')
    stopCounting()
    expect(many.stations).toBeGreaterThan(12)
    expect(Math.max(...(many.curve.expectedW ?? []))).toBeGreaterThan(0)
    expect(statements).toBe(few)
    expect(statements).toBeLessThan(13)
  })
})

describe('what was never heard', () => {
  it('is named by home with its station, awaited longest first, three of all that /attention finds', async () => {
    const company = app.companies.b
    const caller = await app.newCaller('installer', 'b')
    const before = (await get<HomeView>(caller, '/api/home')).neverHeard
    expect(before).toEqual({ devices: [], total: 0 })

    const long = NOW - 2 * 60 * MIN
    // A gateway that never said a word stands for what is behind it.
    const mute = await makeSite(db, long, { companyId: company, inverters: 2 })
    const part = await makeSite(db, long, { companyId: company, inverters: 5 })
    await say(part, [{ p: 5000 }], { device: 1 })
    await db
      .updateTable('device')
      .set({ name: 'Roof south' })
      .where('id', '=', part.inverters[0]!.id)
      .execute()
    // One that was taken down, one of another company, and one that was added just now are not awaited.
    await db
      .updateTable('device')
      .set({ removed_at: new Date(NOW) })
      .where('id', '=', part.inverters[4]!.id)
      .execute()
    await makeSite(db, long, { companyId: app.companies.a })
    const fresh = await makeSite(db, NOW - 30 * MIN, { companyId: company })

    const { neverHeard } = await get<HomeView>(caller, '/api/home')
    const stationNames = await db
      .selectFrom('station')
      .select(['id', 'name'])
      .where('id', 'in', [mute.stationId, part.stationId])
      .execute()
    const nameOf = (id: string) => stationNames.find((one) => one.id === id)?.name
    const named = (site: Site, { id, sn }: { id: string; sn: string }, name: string) => ({
      id,
      sn,
      name,
      stationId: site.stationId,
      stationName: nameOf(site.stationId),
    })
    expect(neverHeard).toEqual({
      devices: [
        named(mute, mute.gateway, ''),
        named(part, part.inverters[0]!, 'Roof south'),
        named(part, part.inverters[2]!, ''),
      ],
      total: 4,
    })
    const { devices } = await get<AttentionView>(caller, '/api/attention?limit=100')
    const found = devices.filter(({ reason }) => reason === 'never_heard').map(({ id }) => id)
    expect(found).toHaveLength(neverHeard.total)
    expect(found).toEqual(expect.arrayContaining(neverHeard.devices.map(({ id }) => id)))
    expect(found).not.toContain(fresh.gateway.id)
  })
})

/** Counts statements on the pool; gives the function that stops it. */
const countStatements = (count: () => void): (() => void) => {
  const { pool } = context
  const connect = pool.connect.bind(pool)
  const counted = new WeakSet()
  const patched = async () => {
    const client = await connect()
    if (!counted.has(client)) {
      counted.add(client)
      const query = client.query.bind(client)
      client.query = ((...given: Parameters<typeof query>) => {
        count()
        return query(...given)
      }) as typeof client.query
    }
    return client
  }
  pool.connect = patched as typeof pool.connect
  return () => {
    pool.connect = connect
  }
}

describe('attention', () => {
  it('names the silent gateway instead of what stands behind it, and each other trouble once', async () => {
    const company = app.companies.b
    const caller = await app.newCaller('installer', 'b')
    const long = NOW - 60 * MIN
    const silent = await makeSite(db, NOW, { companyId: company, inverters: 3, ratedW: 7_000 })
    await say(silent, [{ ts: long }], { receivedAt: long })

    const half = await makeSite(db, NOW, { companyId: company, inverters: 3 })
    await say(half, [{ ts: long, p: 5000 }], { device: 0, receivedAt: long })
    await say(half, [{ p: 5000 }], { device: 1 })
    await say(half, [{ st: 'shutdown' }], { device: 2 })

    const skewed = await makeSite(db, NOW, { companyId: company })
    await say(skewed, [{ p: 1000 }], { skewMs: 86_400_000 })

    const lying = await makeSite(db, NOW, { companyId: company })
    await say(lying, [{ p: 10 }])
    await say({ ...lying, inverters: skewed.inverters }, [{ p: 10 }])

    const other = await makeSite(db, NOW, { companyId: app.companies.a })
    await say(other, [{ ts: long }], { receivedAt: long })
    await makeSite(db, NOW, { companyId: company })

    const { devices, total } = await get<AttentionView>(caller, '/api/attention')
    const found = devices.filter(({ stationId }) =>
      [silent, half, skewed, lying].some((site) => site.stationId === stationId),
    )
    expect(
      found.map(({ id, reason, since, children, affectedW }) => [id, reason, since, children, affectedW]),
    ).toEqual([
      [silent.gateway.id, 'gateway_silent', long, 3, 21_000],
      [half.inverters[2]!.id, 'shutdown', NOW, 0, 10_000],
      [half.inverters[0]!.id, 'device_silent', long, 0, 10_000],
      [skewed.gateway.id, 'clock', null, 1, 10_000],
      [lying.gateway.id, 'quarantine', NOW, 1, 10_000],
    ])
    expect(devices.some(({ stationId }) => stationId === other.stationId)).toBe(false)
    expect(total).toBe(devices.length)
    const one = await get<AttentionView>(caller, '/api/attention?limit=1')
    expect([one.devices.map(({ id }) => id), one.total]).toEqual([[silent.gateway.id], total])
  })
})
