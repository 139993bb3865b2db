import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type LooseLink, openLooseLink } from '#tests/loose-link.ts'

export type AlarmingGateway = {
  readonly inverter: string
  /** Codes whose alarm was acknowledged. */
  readonly acknowledged: ReadonlySet<string>
  /** Raises an alarm of this code, again over each new connection until it is acknowledged. */
  raise: (code: string) => void
  stop: () => void
}

/** A gateway whose inverter has alarms when it is told so. */
export const startAlarmingGateway = (
  url: () => string,
  sn: string,
  secret: string,
  inverter: string,
): AlarmingGateway => {
  const boot = randomBytes(8).toString('hex')
  const owed = new Map<string, object>()
  const acknowledged = new Set<string>()
  const end = { stopped: false }
  let link: LooseLink | null = null
  let [conn, seq] = [0, 0]
  const tell = async (): Promise<void> => {
    for (const [code, alarm] of owed) {
      await link?.publish('alarm', alarm)
      owed.delete(code)
      acknowledged.add(code)
    }
  }
  const run = async (): Promise<void> => {
    while (!end.stopped) {
      conn += 1
      const closed = { yet: false }
      try {
        link = await openLooseLink({
          url: url(),
          sn,
          secret,
          will: { v: 1, state: 'offline', boot, conn, reason: 'lwt' },
          listensTo: [],
          onMessage: () => {},
          onClose: () => {
            closed.yet = true
          },
        })
        await link.publish('status', { v: 1, state: 'online', boot, conn, ts: Date.now(), sn })
        await link.publish('inv', {
          v: 1,
          boot,
          rev: 1,
          devices: [{ sn: inverter, t: 'inverter', rated_w: 5_000 }],
        })
        while (!closed.yet && !end.stopped) {
          await tell()
          await pause(50)
        }
      } catch {
        link?.cut()
        await pause(50)
      }
    }
    link?.cut()
  }
  void run()
  return {
    inverter,
    acknowledged,
    raise: (code) => {
      seq += 1
      const aid = `${inverter}:${code}:1`
      owed.set(code, {
        v: 1,
        boot,
        seq,
        ev: 'raise',
        aid,
        sn: inverter,
        code,
        lvl: 'important',
        ts: Date.now(),
      })
    },
    stop: () => {
      end.stopped = true
    },
  }
}

/** Alarms in the list, and how often one was counted, or told to the same person, beyond once. */
export const countAlarms = async (databaseUrl: string): Promise<{ rows: number; again: number }> => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ rows: number; again: number }>(
      `SELECT count(*)::int AS rows, (coalesce(sum(count - 1), 0) +
              (SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM message
                WHERE alarm_id IS NOT NULL GROUP BY account_id, alarm_id, kind) AS told))::int AS again
         FROM alarm WHERE code LIKE 'F-%'`,
    )
    return rows[0] ?? { rows: 0, again: 0 }
  } finally {
    await client.end()
  }
}
