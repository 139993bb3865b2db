import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeContext } from '#server/roles/make-context.ts'
import type { ChangeEvent } from '#server/events.ts'
import { createLog } from '#server/platform/log.ts'
import { createNotice } from '#server/platform/notice.ts'
import { DAY_MS } from '#server/features/telemetry/partition-store.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { testDatabase } from '#tests/database.ts'
import { energyTables, item, makeSite, message } from '#tests/factories/telemetry.ts'
import { installationJobs } from './installation-jobs.ts'
import type { Job } from '#server/job.ts'
import { startJobs } from './jobs.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const log = createLog('silent')
let now = NOW
const changeEvents = createNotice<ChangeEvent>()
const context = makeContext({ db, pool, log, clock: () => now, changeEvents })

/** Turns come when the test says so. */
const byHand = () => {
  const turns: (() => void)[] = []
  return {
    turns,
    later: (work: () => void) => {
      turns.push(work)
      return () => void turns.splice(turns.indexOf(work), 1)
    },
  }
}
const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: promise }
}
const once = (run: () => Promise<void>): Job => ({ name: 'once', everyMs: 1000, run })
const start = (jobs: Job[], later: (work: () => void, ms: number) => () => void) =>
  startJobs(jobs, { pool, log, clock: () => now, later })

describe('jobs', () => {
  it('L13: runs a job on one server at a time', async () => {
    const { open, opened } = gate()
    const started = gate()
    let runs = 0
    const [one, other] = [byHand(), byHand()]
    const first = start(
      [
        once(async () => {
          runs += 1
          started.open()
          await opened
        }),
      ],
      one.later,
    )
    const second = start(
      [
        once(async () => {
          runs += 1
        }),
      ],
      other.later,
    )
    const running = first.runNow('once')
    await started.opened
    expect(await second.runNow('once')).toBe(false)
    expect(runs).toBe(1)
    open()
    expect(await running).toBe(true)
    expect(await second.runNow('once')).toBe(true)
    expect(runs).toBe(2)
    await Promise.all([first.stop(), second.stop()])
  })

  it('rests after each run as long as the job says then', async () => {
    const rests: number[] = []
    const hand = byHand()
    let everyMs = 40_000
    const jobs = start(
      [{ name: 'once', everyMs: () => everyMs, run: async () => void (everyMs += 1) }],
      (work, ms) => {
        rests.push(ms)
        return hand.later(work)
      },
    )
    for (let turn = 1; turn <= 2; turn += 1) {
      hand.turns.shift()?.()
      while (hand.turns.length === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await jobs.stop()
    expect(rests).toEqual([40_000, 40_001, 40_002])
  })

  it('what a server does for itself is done by each, whoever else is at it', async () => {
    const { open, opened } = gate()
    const started = gate()
    const seen: string[] = []
    const own = (server: string, run: () => Promise<void>): Job => ({
      name: 'once',
      everyMs: 1_000,
      own: true,
      run: async () => {
        seen.push(server)
        await run()
      },
    })
    const first = start([own('one', () => (started.open(), opened))], byHand().later)
    const second = start([own('other', async () => {})], byHand().later)
    const running = first.runNow('once')
    await started.opened
    expect(await second.runNow('once')).toBe(true)
    open()
    expect(await running).toBe(true)
    expect(seen).toEqual(['one', 'other'])
    await Promise.all([first.stop(), second.stop()])
  })

  it('L13: what falls into shards is shared by two servers, each shard done by one at a time', async () => {
    const atWork = new Set<number>()
    const done = [0, 0, 0, 0]
    const doubled: number[] = []
    const shared = (): Job => ({
      name: 'shared',
      everyMs: 1,
      shards: done.length,
      run: async (_now, _stopping, shards) => {
        for (const shard of shards) {
          if (atWork.has(shard)) doubled.push(shard)
          atWork.add(shard)
        }
        await sql`SELECT pg_sleep(0.01)`.execute(db)
        for (const shard of shards) {
          atWork.delete(shard)
          done[shard] = (done[shard] ?? 0) + 1
        }
      },
    })
    const servers = [byHand(), byHand()].map(({ later }) => start([shared()], later))
    for (let round = 0; round < 8; round += 1)
      await Promise.all(servers.map(async (one) => one.runNow('shared')))
    expect(doubled).toEqual([])
    // Each round does each shard at least once: what one server holds the other passes over.
    expect(Math.min(...done)).toBeGreaterThanOrEqual(8)
    await Promise.all(servers.map(async (one) => one.stop()))
  })

  it('S6: energy that waited its longest is computed in every shard, also where they are done one after the other', async () => {
    const { gateway, inverters } = await makeSite(db, NOW, { inverters: 8 })
    const d = inverters.flatMap(({ sn }) => [
      item(sn, NOW - 600_000, { e_tot: 1_000 }),
      item(sn, NOW - 300_000, { e_tot: 1_400 }),
    ])
    await storeReadings(
      context,
      [{ gatewaySn: gateway.sn, message: message(1, NOW, d, { hist: true }) }],
      NOW,
    )
    const nos = inverters.map(({ no }) => no)
    const due = async () =>
      (await db.selectFrom('energy_due').select('device_no').where('device_no', 'in', nos).execute()).length
    now = NOW
    const jobs = start(
      installationJobs(context, () => true),
      byHand().later,
    )
    await jobs.runNow('roll-up')
    expect(await due()).toBe(8)
    now = NOW + 10_000
    await jobs.runNow('roll-up')
    expect(await due()).toBe(0)
    await jobs.stop()
    now = NOW
  })

  it('L13: a server that holds one shard leaves the others, and one that died leaves all', async () => {
    const { open, opened } = gate()
    const started = gate()
    const seen: number[] = []
    const holding: Job = {
      name: 'held',
      everyMs: 1,
      shards: 3,
      run: async () => {
        started.open()
        await opened
      },
    }
    const other: Job = { ...holding, run: async (_now, _stopping, shards) => void seen.push(...shards) }
    const [one, two] = [start([holding], byHand().later), start([other], byHand().later)]
    const running = one.runNow('held')
    await started.opened
    expect(await two.runNow('held')).toBe(true)
    expect(seen).toHaveLength(2)
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND classid = 7201 AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    // Its connection may end a moment after this call.
    await expect
      .poll(async () => {
        seen.length = 0
        return (await two.runNow('held')) && seen.length
      })
      .toBe(3)
    open()
    await running.catch(() => undefined)
    await Promise.all([one.stop(), two.stop()])
  })

  it('L13: a run that outlasts its interval is neither overtaken nor doubled, here or on another server', async () => {
    const hands = [byHand(), byHand()] as const
    const gates = [gate(), gate(), gate()]
    const state = { runs: 0, atOnce: 0, most: 0 }
    const slow: Job = {
      name: 'slow',
      everyMs: 1,
      run: async () => {
        const mine = gates[state.runs]
        state.runs += 1
        state.atOnce += 1
        state.most = Math.max(state.most, state.atOnce)
        await mine?.opened
        state.atOnce -= 1
      },
    }
    const servers = hands.map(({ later }) => start([slow], later))
    const turned = async (hand: (typeof hands)[number]) => {
      while (hand.turns.length === 0) await new Promise((resolve) => setImmediate(resolve))
      hand.turns.shift()?.()
    }
    await turned(hands[0])
    while (state.runs === 0) await new Promise((resolve) => setImmediate(resolve))
    // Its interval passes many times on the other server; here no turn is even waiting.
    for (let turn = 0; turn < 5; turn += 1) await turned(hands[1])
    while (hands[1].turns.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect([state.runs, hands[0].turns.length]).toEqual([1, 0])
    gates[0]?.open()
    // The next run comes from whoever turns next: no gap.
    while (hands[0].turns.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await turned(hands[1])
    while (state.runs === 1) await new Promise((resolve) => setImmediate(resolve))
    gates[1]?.open()
    await Promise.all(servers.map(async (one) => one.stop()))
    expect(state).toEqual({ runs: 2, atOnce: 0, most: 1 })
  })

  it('L13: a run whose lock was lost with its connection is told to stop', async () => {
    const told = gate()
    const started = gate()
    const jobs = start(
      [
        {
          name: 'once',
          everyMs: 1000,
          run: async (_now, stopping) => {
            stopping.addEventListener('abort', () => told.open())
            started.open()
            await told.opened
          },
        },
      ],
      byHand().later,
    )
    const run = jobs.runNow('once')
    await started.opened
    await owner.query(
      `SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND d.datname = current_database()`,
    )
    await run
    expect(await jobs.runNow('once')).toBe(true)
    await jobs.stop()
  })

  it('S6: goes on after a failed run, and stops only after the running one', async () => {
    const { open, opened } = gate()
    const hand = byHand()
    const seen: string[] = []
    const failed = gate()
    const jobs = start(
      [
        {
          name: 'shaky',
          everyMs: 5,
          run: async () => {
            seen.push('shaky')
            if (seen.length === 1) throw new Error('once')
            failed.open()
            await opened
            seen.push('ended')
          },
        },
      ],
      hand.later,
    )
    hand.turns.shift()?.()
    while (hand.turns.length === 0) await new Promise((resolve) => setImmediate(resolve))
    hand.turns.shift()?.()
    await failed.opened
    let stopped = false
    const stop = jobs.stop().then(() => (stopped = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(false)
    open()
    await stop
    expect(seen).toEqual(['shaky', 'shaky', 'ended'])
    expect(hand.turns).toEqual([])
  })

  it('tells of a device that falls silent, once, and of the day that ends', async () => {
    const { stationId, gateway, inverters } = await makeSite(db, NOW, { reportMin: 5 })
    const sent = message(1, NOW, [item(inverters[0]!.sn, NOW, { p: 1 })])
    await storeReadings(context, [{ gatewaySn: gateway.sn, message: sent }], NOW)
    const jobs = start(installationJobs(context), byHand().later)
    const told: ChangeEvent[] = []
    const stop = changeEvents.listen((one) => void (one.stationId === stationId && told.push(one)))
    const at = async (ts: number) => {
      now = ts
      told.length = 0
      await jobs.runNow('presence')
      return told.map((one) => (one.type === 'device' ? one.deviceId : one.type)).toSorted()
    }
    expect(await at(NOW + 10_000)).toEqual([])
    expect(await at(NOW + 15 * 60_000 - 1)).toEqual([])
    expect(await at(NOW + 15 * 60_000)).toEqual([gateway.id, inverters[0]!.id].toSorted())
    expect(await at(NOW + 15 * 60_000 + 5_000)).toEqual([])
    expect(await at(NOW + 13 * 3_600_000)).toEqual(['changed', 'figures'])
    stop()
    await jobs.stop()
    now = NOW
  })

  it('drops what is older than its time and nothing younger; energy stays', async () => {
    now = NOW - 440 * DAY_MS
    const { gateway, inverters } = await makeSite(db, now)
    const inverter = inverters[0]!
    const jobs = start(installationJobs(context), byHand().later)
    const d = Array.from({ length: 40 }, (_, hour) =>
      item(inverter.sn, now - (40 - hour) * 3_600_000, { e_tot: 1000 * (hour + 1) }),
    )
    await storeReadings(
      context,
      [{ gatewaySn: gateway.sn, message: message(1, now, d, { hist: true }) }],
      now,
    )
    await jobs.runNow('roll-up')
    const energy = await energyTables(db, [inverter.no])
    expect(energy.days.length).toBeGreaterThan(1)

    now = NOW
    const young = message(2, NOW, [item(inverter.sn, NOW - 1000, { e_tot: 50_000 })])
    await storeReadings(context, [{ gatewaySn: gateway.sn, message: young }], NOW)
    await db
      .insertInto('idempotency')
      .values(
        [31, 29].map((days) => ({
          account_id: '00000000-0000-4000-8000-000000000001',
          key: `days-${days}`,
          route: 'POST /api/stations',
          body_hash: new Uint8Array(32),
          status: null,
          answer: null,
          etag: null,
          created_at: new Date(NOW - days * DAY_MS),
        })),
      )
      .execute()
    await jobs.runNow('retention')
    const { rows } = await sql<{ readings: number; messages: number }>`
      SELECT (SELECT count(*)::int FROM reading WHERE device_no = ${inverter.no}) AS readings,
             (SELECT count(*)::int FROM gateway_message WHERE gateway_no = ${gateway.no}) AS messages`.execute(
      db,
    )
    expect(rows[0]).toEqual({ readings: 1, messages: 1 })
    expect((await db.selectFrom('idempotency').select('key').execute()).map(({ key }) => key)).toEqual([
      'days-29',
    ])
    expect(await energyTables(db, [inverter.no])).toEqual(energy)
    // A day that was dropped is made again when it is needed.
    await storeReadings(
      context,
      [{ gatewaySn: gateway.sn, message: { ...young, seq: 3, hist: true, d } }],
      NOW - 440 * DAY_MS,
    )
    await jobs.stop()
  })
})
