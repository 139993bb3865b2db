import { describe, expect, it, vi } from 'vitest'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { createReadingIntake } from './reading-intake.ts'

const { db, pool, owner } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => NOW })

const count = async (no: number): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM reading WHERE device_no = $1',
    [no],
  )
  return rows[0]?.n ?? 0
}

/** A context that counts how often it took a connection: once for each batch. */
const counted = () => {
  let connections = 0
  const counting = {
    ...context,
    pool: new Proxy(pool, {
      get: (target, key) => {
        if (key === 'connect') connections += 1
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  }
  return { counting, connections: () => connections }
}

describe('the way of live readings into the database', () => {
  it('D18: a message is answered only after its readings are committed', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const intake = createReadingIntake(context)
    const seen: number[] = []
    await Promise.all(
      Array.from({ length: 40 }, async (_, seq) => {
        await intake.put(
          gateway.sn,
          message(seq, NOW, [item(inverter.sn, NOW - seq * 1000, { p: seq })]),
          NOW,
        )
        // Another connection sees what is committed, and nothing else.
        const { rows } = await pool.query('SELECT 1 FROM reading WHERE device_no = $1 AND ts = $2', [
          inverter.no,
          new Date(NOW - seq * 1000),
        ])
        seen.push(rows.length)
      }),
    )
    await intake.close()
    expect(seen).toEqual(Array.from({ length: 40 }, () => 1))
  })

  it('D18: when the database fails every waiting message is rejected, and stored once when it comes again', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    let broken = true
    const failing = {
      ...context,
      pool: new Proxy(pool, {
        get: (target, key) =>
          key === 'connect' && broken
            ? () => Promise.reject(Object.assign(new Error('the database is starting up'), { code: '57P03' }))
            : Reflect.get(target, key, target),
      }),
    }
    const intake = createReadingIntake(failing)
    const send = async (seq: number) =>
      intake.put(gateway.sn, message(seq, NOW, [item(inverter.sn, NOW - seq * 1000, { p: 1 })]), NOW)
    const first = await Promise.allSettled([1, 2, 3, 4, 5].map(send))
    expect(first.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'))
    expect(await count(inverter.no)).toBe(0)
    broken = false
    await Promise.all([1, 2, 3, 4, 5].map(send))
    expect(await count(inverter.no)).toBe(5)
    await intake.close()
  })

  it('D18: a transaction cut before its commit leaves nothing and rejects', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const blocker = await pool.connect()
    // Held up at its last statement, so that it can be cut there.
    await blocker.query('BEGIN')
    await blocker.query('INSERT INTO latest (device_no, ts, received_at) VALUES ($1, $2, $2)', [
      inverter.no,
      new Date(NOW - 1e9),
    ])
    const intake = createReadingIntake(context)
    const sent = intake.put(gateway.sn, message(1, NOW, [item(inverter.sn, NOW, { p: 1 })]), NOW)
    const answer = sent.then(
      () => 'stored',
      () => 'rejected',
    )
    let cut = 0
    while (cut === 0) {
      const { rowCount } = await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend'
            AND wait_event_type = 'Lock' AND query LIKE '%reading_stage%'`,
      )
      cut = rowCount ?? 0
    }
    expect(await answer).toBe('rejected')
    await blocker.query('ROLLBACK')
    blocker.release()
    expect(await count(inverter.no)).toBe(0)
    await intake.put(gateway.sn, message(1, NOW, [item(inverter.sn, NOW, { p: 1 })]), NOW)
    expect(await count(inverter.no)).toBe(1)
    await intake.close()
  })

  it('takes no more than fits, says when there is room again, and writes out what waits when it closes', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const intake = createReadingIntake(context, { batchRows: 1000, waitMs: 60_000, queueRows: 5 })
    const send = async (seq: number) =>
      intake.put(gateway.sn, message(seq, NOW, [item(inverter.sn, NOW - seq * 1000, { p: 1 })]), NOW)
    const waiting = [1, 2, 3, 4, 5].map(send)
    expect(intake.full()).toBe(true)
    const roomy = intake.room()
    await expect(send(6)).rejects.toMatchObject({ code: 'unavailable' })
    await intake.close()
    await Promise.all([...waiting, roomy])
    expect(await count(inverter.no)).toBe(5)
    await expect(send(7)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('makes few commits of many messages', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const { counting, connections } = counted()
    const intake = createReadingIntake(counting, { waitMs: 5 })
    await Promise.all(
      Array.from({ length: 200 }, (_, seq) =>
        intake.put(gateway.sn, message(seq, NOW, [item(inverter.sn, NOW - seq * 1000, { p: 1 })]), NOW),
      ),
    )
    expect(await count(inverter.no)).toBe(200)
    expect(connections()).toBeLessThan(10)
    await intake.close()
  })

  it('where small messages come thickly the next are gathered for longer', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const { counting, connections } = counted()
    const intake = createReadingIntake(counting, { waitMs: 10 })
    let seq = 0
    const put = () => {
      seq += 1
      const reading = item(inverters[0]!.sn, NOW - seq * 1000, { p: 1 })
      return intake.put(gateway.sn, message(seq, NOW, [reading]), NOW)
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const few = put()
      await vi.advanceTimersByTimeAsync(10)
      await few
      expect(connections()).toBe(1)
      expect(intake.pressed()).toBe(false)
      const many = Array.from({ length: 100 }, put)
      await vi.advanceTimersByTimeAsync(10)
      await Promise.all(many)
      expect(connections()).toBe(2)
      // What can wait does.
      expect(intake.pressed()).toBe(true)
      const first = put()
      await vi.advanceTimersByTimeAsync(90)
      const later = put()
      expect(connections()).toBe(2)
      await vi.advanceTimersByTimeAsync(10)
      await Promise.all([first, later])
      expect(connections()).toBe(3)
    } finally {
      vi.useRealTimers()
    }
    await intake.close()
  })

  it('live readings go before back-fill that came first, and the back-fill is stored too', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const intake = createReadingIntake(context, { batchRows: 1 })
    const stored: string[] = []
    const send = async (seq: number, hist: boolean) => {
      const reading = item(inverter.sn, NOW - seq * 1000, { p: 1 })
      await intake.put(gateway.sn, message(seq, NOW, [reading], { hist }), NOW)
      stored.push(hist ? 'hist' : 'live')
    }
    await Promise.all([...Array.from({ length: 12 }, (_, seq) => send(seq, true)), send(12, false)])
    await intake.close()
    // What was on its way when it came goes first; it does not wait for what waits.
    expect(stored.indexOf('live')).toBeLessThan(6)
    expect(await count(inverter.no)).toBe(13)
  })
})
