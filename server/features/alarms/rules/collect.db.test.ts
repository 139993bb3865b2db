import { beforeEach, describe, expect, it } from 'vitest'
import type { Metrics } from '#contract/mqtt/telemetry.ts'
import { installationJobs } from '#server/entrances/jobs/installation-jobs.ts'
import { startJobs } from '#server/entrances/jobs/jobs.ts'
import type { Job } from '#server/job.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testDatabase } from '#tests/database.ts'
import { forgetRules, makeAlarm } from '#tests/factories/alarms.ts'
import { item, makeSite, message, type Site } from '#tests/factories/telemetry.ts'
import { collect } from './collect.ts'
import { readingsIn, STEP_MS } from './load-windows.ts'
import { readingsByDevice } from './said-store.ts'

const { db, pool, owner } = await testDatabase()
const log = createLog('silent')
const MINUTE = 60_000
/** Noon in Shanghai. */
const NOON = Date.parse('2026-06-21T04:00:00Z')
let now = NOON
const context = makeContext({ db, pool, log, clock: () => now })
let seq = 0

const report = async (
  site: Site,
  ts: number,
  of: (index: number) => Metrics,
  hist = false,
): Promise<void> => {
  seq += 1
  const d = site.inverters.map(({ sn }, index) => item(sn, ts, of(index)))
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message(seq, ts, d, { hist }) }], ts)
}
const well: Metrics = { p: 6000, t: 45, f: 50, u: [222, 221, 223] }
const hot: Metrics = { ...well, t: 88 }

/** Judges at the minute after `ts`, as the job would. */
const judge = async (ts: number) => collect(context, ts + MINUTE, AbortSignal.timeout(60_000))
const alarmsOf = async ({ stationId }: Site) =>
  db
    .selectFrom('alarm')
    .innerJoin('device', 'device.id', 'alarm.device_id')
    .select(['code', 'device.sn', 'alarm.status', 'close_type', 'count', 'alarm.id', 'first_at'])
    .where('alarm.station_id', '=', stationId)
    .orderBy('code')
    .execute()
/** It ends by itself, as when the device says so. */
const end = async (alarmId: string): Promise<void> => {
  await db
    .updateTable('alarm')
    .set({ status: 'closed', close_type: 'automatic_cleaning', closed_at: new Date(NOON) })
    .where('id', '=', alarmId)
    .execute()
}

beforeEach(() => forgetRules(db, owner, NOON))

describe('the collection', () => {
  it('makes one alarm of a silent gateway, with its children and the power behind it, and ends it', async () => {
    const site = await makeSite(db, NOON, { inverters: 3 })
    for (let step = 0; step <= 12; step += 1) {
      if (step === 0 || step === 12) await report(site, NOON + step * STEP_MS, () => well)
      await judge(NOON + step * STEP_MS)
    }
    const found = await alarmsOf(site)
    expect(found).toMatchObject([
      {
        code: 'RULE-GATEWAY-SILENT',
        sn: site.gateway.sn,
        status: 'closed',
        close_type: 'automatic_cleaning',
        count: 1,
      },
    ])
    const item = await db
      .selectFrom('alarm_item')
      .selectAll()
      .where('alarm_id', '=', found[0]?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(item.readings).toMatchObject({ children: 3, ratedKw: 30, silentMin: 30 })
  })

  it('waits before it speaks, counts what comes again and says it once', async () => {
    const site = await makeSite(db, NOON, { inverters: 1 })
    const course = [hot, hot, hot, hot, hot, well, hot, hot]
    const seen: number[] = []
    for (const [step, metrics] of course.entries()) {
      await report(site, NOON + step * STEP_MS, () => metrics)
      await judge(NOON + step * STEP_MS)
      seen.push((await alarmsOf(site)).length)
    }
    // The coolest of twenty minutes is judged, and then for fifteen more.
    expect(seen).toEqual([0, 0, 0, 1, 1, 1, 1, 1])
    expect(await alarmsOf(site)).toMatchObject([
      { code: 'RULE-OVER-TEMPERATURE', status: 'unsolved', first_at: NOON },
    ])
  })

  it('raises nothing of what is filled in afterwards', async () => {
    const site = await makeSite(db, NOON, { inverters: 1 })
    await judge(NOON - STEP_MS)
    for (let step = 0; step < 8; step += 1) {
      await report(site, NOON + step * STEP_MS, () => well)
      await report(site, NOON + step * STEP_MS + MINUTE, () => hot, true)
      await judge(NOON + step * STEP_MS)
    }
    expect(await alarmsOf(site)).toEqual([])
  })

  it('catches up after a stop: what lasts is raised, what is over is not, and nobody is blamed for the silence', async () => {
    const [site, over] = [await makeSite(db, NOON), await makeSite(db, NOON)]
    await report(site, NOON, () => well)
    await report(over, NOON, () => well)
    await judge(NOON)
    for (let step = 1; step <= 12; step += 1) {
      await report(site, NOON + step * STEP_MS, () => hot)
      await report(over, NOON + step * STEP_MS, () => (step < 7 ? hot : well))
    }
    const later = NOON + 12 * STEP_MS
    expect(await judge(later)).toMatchObject({ steps: 12, raised: 1, cleared: 0 })
    expect(await alarmsOf(site)).toMatchObject([{ code: 'RULE-OVER-TEMPERATURE', status: 'unsolved' }])
    expect(await alarmsOf(over)).toEqual([])
    // Two days later: not more than the bound, and silence counts from now on.
    expect(await judge(later + 2 * 86_400_000)).toMatchObject({ steps: 24 })
    expect((await alarmsOf(over)).map(({ code }) => code)).toEqual([])
    const begin = later + 2 * 86_400_000
    for (let step = 1; step <= 6; step += 1) await judge(begin + step * STEP_MS)
    expect((await alarmsOf(over)).map(({ code }) => code)).toEqual(['RULE-GATEWAY-SILENT'])
  })

  it('does not say again what the device has said of itself, and says it when that has ended', async () => {
    const site = await makeSite(db, NOON, { inverters: 1 })
    const own = await makeAlarm(db, NOON, site.stationId, {
      code: '2063',
      deviceId: site.inverters[0]?.id ?? '',
    })
    for (let step = 0; step <= 6; step += 1) {
      await report(site, NOON + step * STEP_MS, () => hot)
      await judge(NOON + step * STEP_MS)
      if (step === 5) await end(own.id)
      const codes = (await alarmsOf(site)).map(({ code }) => code)
      expect(codes).toEqual(step < 6 ? ['2063'] : ['2063', 'RULE-OVER-TEMPERATURE'])
    }
  })

  it('does not say that an inverter stands still while it says itself why', async () => {
    const site = await makeSite(db, NOON, { inverters: 3 })
    const dead = { ...well, p: 0 }
    const own = await makeAlarm(db, NOON, site.stationId, {
      code: '2062',
      deviceId: site.inverters[0]?.id ?? '',
    })
    for (let step = 0; step <= 12; step += 1) {
      await report(site, NOON + step * STEP_MS, (index) => (index === 0 ? dead : well))
      await judge(NOON + step * STEP_MS)
      if (step === 11) await end(own.id)
      const codes = (await alarmsOf(site)).map(({ code }) => code)
      expect(codes).toEqual(step < 12 ? ['2062'] : ['2062', 'RULE-INVERTER-OFF'])
    }
  })

  it.each([false, true])(
    'takes of each minute the last reading, up to the instant that is judged: %s',
    async (thick) => {
      const site = await makeSite(db, NOON)
      const at = [-70, -50, -1, 0, 10, 40, 200].map((seconds) => NOON + seconds * 1_000)
      for (const ts of at) await report(site, ts, () => well)
      const rows = async (to: number) =>
        (
          await readingsByDevice(db, {
            nos: site.inverters.map(({ no }) => no),
            from: NOON - STEP_MS,
            to,
            filledIn: false,
            parts: new Set(['p'] as const),
            thick,
          })
        ).flatMap(({ readings }) => readings)
      expect((await rows(NOON)).map(({ ts }) => (ts - NOON) / 1_000)).toEqual([-70, 0])
      expect((await rows(NOON + STEP_MS)).map(({ ts }) => (ts - NOON) / 1_000)).toEqual([-70, 0, 40, 200])
      expect((await rows(NOON)).map(({ p }) => p)).toEqual([6000, 6000])
    },
  )

  it('looks at each reading as it was said, whatever others of the device leave out', async () => {
    const site = await makeSite(db, NOON, { inverters: 2 })
    const [one, two] = site.inverters
    const said: Metrics[] = [
      { p: 6000.5, t: 41.25, u: [230.1, null, 229.8], e_tot: 1_000_123 },
      { f: 49.98, u: [231], mppt: [{ n: 1, u: 700, i: 5.5, p: 3850 }] },
      { p: -3, p_dc: 0, riso: 120, mppt: [{ n: 2, i: 0.25 }] },
    ]
    for (const [n, m] of said.entries()) {
      const ts = NOON + n * STEP_MS
      const st = n === 1 ? ('standby' as const) : ('grid' as const)
      const d = [{ ...item(one?.sn ?? '', ts, m), st, ...(n === 2 && { raw: { St: 4 } }) }]
      await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message((seq += 1), ts, d) }], ts)
    }
    const nos = [one?.no ?? 0, two?.no ?? 0]
    const parts = new Set(['p', 'p_dc', 'f', 't', 'u', 'e_tot', 'mppt', 'riso', 'raw'] as const)
    const found = await readingsIn(db, nos, {
      from: NOON - 1,
      to: NOON + 60 * MINUTE,
      filledIn: false,
      parts,
    })
    const nothing = { pDc: null, f: null, t: null, u: null, eTot: null, mppt: null, riso: null, raw: null }
    const never = { ePv: null, closed: null, keepalive: null }
    expect([...found.keys()]).toEqual([nos[0]])
    expect(found.get(nos[0] ?? 0)).toMatchObject([
      {
        ...nothing,
        ...never,
        ts: NOON,
        p: 6000.5,
        t: 41.25,
        u: [230.1, null, 229.8],
        eTot: 1_000_123,
      },
      {
        ...nothing,
        ...never,
        ts: NOON + STEP_MS,
        state: 'standby',
        p: null,
        f: 49.98,
        u: [231],
        mppt: [{ n: 1, u: 700, i: 5.5, p: 3850 }],
      },
      {
        ...nothing,
        ...never,
        ts: NOON + 2 * STEP_MS,
        p: -3,
        pDc: 0,
        riso: 120,
        mppt: [{ n: 2, u: null, i: 0.25, p: null }],
        raw: { St: 4 },
      },
    ])
  })

  it('of devices that report many times a minute gives the same by looking minute by minute', async () => {
    const site = await makeSite(db, NOON, { inverters: 3 })
    const nos = site.inverters.map(({ no }) => no)
    const end = NOON + 70 * MINUTE
    // One every 7 s, one every 50 s, one every 5 minutes; every fifth was filled in, some end a minute.
    const gaps = [7_000, 50_000, 5 * MINUTE]
    for (const hist of [false, true]) {
      const d = site.inverters.flatMap(({ sn }, index) =>
        Array.from({ length: Math.floor((70 * MINUTE) / (gaps[index] ?? MINUTE)) }, (_, n) => n)
          .filter((n) => (n % 5 === 3) === hist)
          .map((n) => {
            const ts = NOON + n * (gaps[index] ?? MINUTE)
            return item(sn, n % 4 === 0 ? Math.round(ts / MINUTE) * MINUTE : ts + (n % 997), {
              ...well,
              p: n,
            })
          }),
      )
      const sent = message((seq += 1), end, d, { hist })
      await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: sent }], end)
    }
    const parts = new Set(['p', 't', 'u', 'mppt'] as const)
    for (const filledIn of [false, true])
      for (const [from, to] of [
        [NOON, end],
        [NOON + 12_345, end - 1],
        [NOON - MINUTE, NOON + 30 * MINUTE],
      ] as const) {
        const span = { from, to, filledIn, parts }
        const expected = await readingsIn(db, nos, span)
        expect(expected.get(nos[0] ?? 0)?.length).toBeGreaterThan(25)
        expect(await readingsIn(db, nos, span, new Set(nos))).toEqual(expected)
      }
    const thick = new Set<number>()
    await readingsIn(db, nos, { from: NOON, to: NOON + 60 * MINUTE, filledIn: false, parts }, thick)
    expect([...thick]).toEqual(nos.slice(0, 1))
    await readingsIn(db, nos, { from: end, to: end + 60 * MINUTE, filledIn: false, parts }, thick)
    expect([...thick]).toEqual([])
  })

  it('judges every device of more than it loads together', async () => {
    const sites = await Promise.all([1, 2, 3, 4].map(() => makeSite(db, NOON, { inverters: 300 })))
    for (let step = 0; step <= 4; step += 1) {
      for (const site of sites)
        await report(site, NOON + step * STEP_MS, (index) => (index === 7 ? hot : well))
      await judge(NOON + step * STEP_MS)
    }
    for (const site of sites)
      expect((await alarmsOf(site)).map(({ code, sn }) => ({ code, sn }))).toEqual([
        { code: 'RULE-OVER-TEMPERATURE', sn: site.inverters[7]!.sn },
      ])
  })

  it('asks the database as often for many devices as for few', async () => {
    const few = await makeSite(db, NOON, { inverters: 2 })
    await report(few, NOON, () => well)
    await judge(NOON)
    const counted = await counting(async () => void (await judge(NOON + STEP_MS)))
    for (let made = 0; made < 8; made += 1)
      await report(await makeSite(db, NOON, { inverters: 30 }), NOON + 2 * STEP_MS, () => well)
    const many = await counting(async () => void (await judge(NOON + 2 * STEP_MS)))
    expect(many).toBe(counted)
    expect(many).toBeLessThan(20)
  })
})

/** Statements that `work` needs. */
const counting = async (work: () => Promise<void>): Promise<number> => {
  let statements = 0
  const connect = pool.connect.bind(pool)
  const counted = new WeakSet()
  const patched = async () => {
    const client = await connect()
    if (!counted.has(client)) {
      counted.add(client)
      const query = client.query.bind(client)
      client.query = ((...given: Parameters<typeof query>) => {
        statements += 1
        return query(...given)
      }) as typeof client.query
    }
    return client
  }
  pool.connect = patched as typeof pool.connect
  await work()
  pool.connect = connect
  return statements
}

describe('once in an installation', () => {
  it('L13: of two servers whose turns come together one judges a step, however long it takes', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    let runs = 0
    const slow: Job = {
      name: 'rules',
      everyMs: 1,
      run: async () => {
        runs += 1
        start()
        await opened
      },
    }
    const options = { pool, log, clock: () => now, later: () => () => {} }
    const [one, other] = [startJobs([slow], options), startJobs([slow], options)]
    const running = one.runNow('rules')
    await started
    expect(await other.runNow('rules')).toBe(false)
    open()
    expect(await running).toBe(true)
    expect(runs).toBe(1)
    await Promise.all([one.stop(), other.stop()])
  })

  it('L13: a step that one server has judged is not judged again by the next', async () => {
    const site = await makeSite(db, NOON, { inverters: 1 })
    for (let step = 0; step < 5; step += 1) {
      await report(site, NOON + step * STEP_MS, () => hot)
      now = NOON + step * STEP_MS + MINUTE
      const servers = [1, 2].map(() =>
        startJobs(installationJobs(context), { pool, log, clock: () => now, later: () => () => {} }),
      )
      for (const server of servers) await server.runNow('rules')
      await Promise.all(servers.map(async (server) => server.stop()))
    }
    now = NOON
    expect(await alarmsOf(site)).toMatchObject([{ code: 'RULE-OVER-TEMPERATURE', count: 1 }])
    const [state] = await db
      .selectFrom('rule_state')
      .select('bad_ms')
      .where('code', '=', 'RULE-OVER-TEMPERATURE')
      .execute()
    expect(state?.bad_ms).toBe(4 * STEP_MS)
  })
})
