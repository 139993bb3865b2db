import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { Job } from '../../job.ts'

export type Jobs = {
  /** Runs one job now, as its turn would; false when another server is at it. For tests and the demonstration. */
  runNow: (name: string) => Promise<boolean>
  /** No new run begins; resolves when the running ones have ended. */
  stop: () => Promise<void>
}

export type JobFigures = {
  /** `at` epoch ms. */
  succeeded: (job: string, at: number, seconds: number) => void
  failed: (job: string) => void
}

export type JobOptions = {
  pool: Pool
  log: Logger
  clock: () => number
  figures?: JobFigures
  /** No other server is at this database: all shards are done in one go. Else one after the other, so that others find some free. */
  alone?: boolean
  /** Replaced in tests. Calls `work` after `ms`; gives the function that cancels it. */
  later?: (work: () => void, ms: number) => () => void
}

/** First key of the two-key advisory locks of jobs; an arbitrary number, ours alone. */
const JOB_LOCK = 7_201

/**
 * A run that took long is followed by a longer rest, up to a limit: when much comes at once, it belongs to gateways
 * and people first.
 */
const REST_SHARE = 3
const REST_MOST_MS = 5_000

const byTimer = (work: () => void, ms: number): (() => void) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/**
 * Runs work under locks of the database's session, so that of several servers one does it at a time. The locks die
 * with their connection, and with the server that held them. `run` gets the names whose locks were free; false = none.
 */
const underLocks = async (
  pool: Pool,
  names: readonly string[],
  run: (held: readonly string[], lost: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const client: PoolClient = await pool.connect()
  let lost = false
  // With its connection the locks are gone, and another server may begin: whoever runs here should stop soon.
  const cut = new AbortController()
  const onCut = (): void => {
    lost = true
    cut.abort()
  }
  client.once('error', onCut)
  client.once('end', onCut)
  try {
    const { rows } = await client.query<{ name: string; held: boolean }>(
      'SELECT name, pg_try_advisory_lock($1, hashtext(name)) AS held FROM unnest($2::text[]) AS name',
      [JOB_LOCK, names],
    )
    const held = rows.filter((row) => row.held).map(({ name }) => name)
    if (held.length === 0) return false
    try {
      await run(held, cut.signal)
      return true
    } finally {
      await client
        .query('SELECT pg_advisory_unlock($1, hashtext(name)) FROM unnest($2::text[]) AS name', [
          JOB_LOCK,
          held,
        ])
        .catch(() => {
          lost = true
        })
    }
  } finally {
    client.off('error', onCut)
    client.off('end', onCut)
    client.release(lost)
  }
}

/** The locks of a job in the portions in which it takes them; the first shard is another one at each turn. */
const portionsOf = (
  { name, shards = 1 }: Job,
  alone: boolean,
  turn: number,
): ReadonlyMap<string, number>[] => {
  const locks = Array.from({ length: shards }, (_, index): [string, number] => {
    const shard = (index + turn) % shards
    return [shards === 1 ? name : `${name} ${shard}`, shard]
  })
  return alone ? [new Map(locks)] : locks.map((lock) => new Map([lock]))
}

/**
 * Starts the list of jobs. A job's next turn is counted from the end of its last, so it never overtakes itself;
 * a failed run is logged and the next comes as usual.
 */
export const startJobs = (jobs: readonly Job[], options: JobOptions): Jobs => {
  const { pool, log, clock, figures, alone = false, later = byTimer } = options
  const stopping = new AbortController()
  const running = new Map<string, Promise<boolean>>()
  const waiting = new Map<string, () => void>()

  let turns = 0
  const inPortions = async (job: Job): Promise<boolean> => {
    const startedAt = performance.now()
    let ran = false
    turns += 1
    for (const portion of portionsOf(job, alone, turns)) {
      if (ran && stopping.signal.aborted) break
      const run = (held: readonly string[], stops: AbortSignal): Promise<void> =>
        job.run(
          clock(),
          stops,
          held.map((name) => portion.get(name) ?? 0),
        )
      const names = [...portion.keys()]
      const done = job.own
        ? await run(names, stopping.signal).then(() => true)
        : await underLocks(pool, names, (held, lost) => run(held, AbortSignal.any([stopping.signal, lost])))
      ran ||= done
    }
    if (ran) figures?.succeeded(job.name, clock(), (performance.now() - startedAt) / 1000)
    return ran
  }
  const turn = (job: Job): Promise<boolean> => {
    const present = running.get(job.name)
    if (present) return present
    const run = inPortions(job).finally(() => {
      running.delete(job.name)
    })
    running.set(job.name, run)
    return run
  }

  const schedule = (job: Job, tookMs = 0): void => {
    if (stopping.signal.aborted) return
    const every = typeof job.everyMs === 'number' ? job.everyMs : job.everyMs()
    const rest = Math.max(every, Math.min(REST_MOST_MS, tookMs * REST_SHARE))
    const cancel = later(() => {
      waiting.delete(job.name)
      const began = performance.now()
      turn(job)
        .catch((error: unknown) => {
          figures?.failed(job.name)
          log.error({ err: error, job: job.name }, 'a job failed')
        })
        .finally(() => schedule(job, performance.now() - began))
    }, rest)
    waiting.set(job.name, cancel)
  }
  for (const job of jobs) schedule(job)

  return {
    runNow: async (name) => {
      const job = jobs.find((one) => one.name === name)
      if (!job) throw new Error(`there is no job ${name}`)
      await running.get(name)?.catch(() => undefined)
      return turn(job)
    },
    stop: async () => {
      stopping.abort()
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
      await Promise.allSettled(running.values())
    },
  }
}
