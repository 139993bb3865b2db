import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Client, DatabaseError, type Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'

export type Silence = {
  /** A connection at work that says nothing for so long is asked after; longer than nearly every statement may take, ms. */
  afterMs: number
  lookMs: number
  /** So long the database has to answer who asks, ms. */
  answerMs: number
}

export const usualSilence: Silence = { afterMs: 12_000, lookMs: 3_000, answerMs: 3_000 }

/** Held up for longer than this, we have not looked in time whether an answer was there, ms. */
const HELD_UP_MS = 500

/** node-postgres does not type these. */
type Held = PoolClient & {
  processID?: number | null
  /** A folder where it is a socket of this machine: its end is always heard there. */
  host?: string
  /** Whether nothing is under way. */
  readyForQuery: boolean
  connection: { stream: { bytesRead: number; bytesWritten: number; destroy: (error: Error) => void } }
}

/** What the database says of these processes: whether each is at work; null when it does not answer. */
const askOnce = async (
  pool: Pool,
  pids: readonly number[],
  { answerMs, afterMs }: Silence,
): Promise<ReadonlyMap<number, boolean> | null> => {
  const asking = new Client({ ...pool.options, connectionTimeoutMillis: answerMs, query_timeout: answerMs })
  asking.on('error', () => {})
  const holds = monitorEventLoopDelay()
  holds.enable()
  try {
    await asking.connect()
    // What a login is doing only itself may see, and not the role that it has taken on.
    await asking.query('SET ROLE NONE')
    const { rows } = await asking.query<{ pid: number; works: boolean }>(
      `SELECT pid, coalesce(state, 'active') = 'active' AS works FROM pg_stat_activity
        WHERE pid = ANY($1) AND backend_start <= now() - make_interval(secs => $2)`,
      [pids, afterMs / 1_000],
    )
    return new Map(rows.map(({ pid, works }) => [pid, works]))
  } catch (error) {
    // Who is refused for want of connections or memory has learnt nothing, nor has who was too busy to hear the answer.
    const answers = error instanceof DatabaseError && !error.code?.startsWith('57P0')
    return answers || holds.max / 1e6 > HELD_UP_MS ? new Map(pids.map((pid) => [pid, true])) : null
  } finally {
    holds.disable()
    await asking.end().catch(() => {})
  }
}

const stateOf = async (...asked: Parameters<typeof askOnce>): ReturnType<typeof askOnce> =>
  (await askOnce(...asked)) ?? (await askOnce(...asked))

/**
 * Ends connections whose other end vanished without a word, as a machine does that dies, or a way that is cut: what was
 * sent there would be sent again for a quarter of an hour (`tcp_retries2` of Linux), and whoever waits for the answer
 * would hold their place in the pool for as long. One at which nothing has come or gone for a while is asked after over
 * a new connection: whoever answers there now does not know it or has nothing to do for it, or nobody answers. What only
 * takes long is at work there.
 */
export const endSilentConnections = (pool: Pool, log: Logger, silence: Silence): void => {
  const held = new Map<Held, { bytes: number; since: number }>()
  const bytesOf = ({ connection: { stream } }: Held): number => stream.bytesRead + stream.bytesWritten
  pool.on('acquire', (client) => {
    const one = client as Held
    held.set(one, { bytes: bytesOf(one), since: performance.now() })
  })
  pool.on('release', (_, client) => void held.delete(client as Held))
  pool.on('remove', (client) => void held.delete(client as Held))
  let asking = false
  const look = async (): Promise<void> => {
    const now = performance.now()
    for (const [client, seen] of held) {
      const bytes = bytesOf(client)
      if (bytes !== seen.bytes) held.set(client, { bytes, since: now })
    }
    const silent = [...held].filter(
      ([{ host }, { since }]) => !(host ?? '').startsWith('/') && now - since >= silence.afterMs,
    )
    if (silent.length === 0 || asking) return
    asking = true
    const pids = silent.flatMap(([{ processID }]) => processID ?? [])
    const states = await stateOf(pool, pids, silence)
    asking = false
    for (const [client, { bytes }] of silent) {
      // What has spoken meanwhile, or was given back, is alive.
      if (!held.has(client) || bytesOf(client) !== bytes) continue
      const works = states?.get(client.processID ?? 0)
      // A lock may be held on one that has nothing to do on either side.
      if (works === true || (works === false && client.readyForQuery)) continue
      const because = states === null ? 'nobody answers' : 'the database has nothing to do for it'
      log.warn({ because }, 'a silent database connection was given up')
      client.connection.stream.destroy(new Error(`Connection terminated: ${because}`))
    }
  }
  const looking = setInterval(() => {
    if (pool.ended) clearInterval(looking)
    else void look()
  }, silence.lookMs)
  looking.unref()
}
