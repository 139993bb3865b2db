import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/** Work done again and again. `run` gets the present instant and a signal to stop: the server ends, or another took over. */
export type Job = {
  name: string
  everyMs: number
  run: (now: number, stopping: AbortSignal) => Promise<void>
}

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
 * Runs the job under a lock of the database's session, so that of several servers one runs it at a time. The lock
 * dies with its connection, and with the server that held it.
 */
const underLock = async (
  pool: Pool,
  name: string,
  run: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const client: PoolClient = await pool.connect()
  let lost = false
  // With its connection the lock is gone, and another server may begin: whoever runs here should stop soon.
  const cut = new AbortController()
  const onCut = (): void => {
    lost = true
    cut.abort()
  }
  client.once('error', onCut)
  client.once('end', onCut)
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS held',
      [JOB_LOCK, name],
    )
    if (rows[0]?.held !== true) return false
    try {
      await run(cut.signal)
      return true
    } finally {
      await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [JOB_LOCK, name]).catch(() => {
        lost = true
      })
    }
  } finally {
    client.off('error', onCut)
    client.off('end', onCut)
    client.release(lost)
  }
}

/**
 * Starts the list of jobs. A job's next turn is counted from the end of its last, so it never overtakes itself;
 * a failed run is logged and the next comes as usual.
 */
export const startJobs = (jobs: readonly Job[], options: JobOptions): Jobs => {
  const { pool, log, clock, figures, later = byTimer } = options
  const stopping = new AbortController()
  const running = new Map<string, Promise<boolean>>()
  const waiting = new Map<string, () => void>()

  const turn = (job: Job): Promise<boolean> => {
    const present = running.get(job.name)
    if (present) return present
    const run = underLock(pool, job.name, async (lost) => {
      const startedAt = performance.now()
      await job.run(clock(), AbortSignal.any([stopping.signal, lost]))
      figures?.succeeded(job.name, clock(), (performance.now() - startedAt) / 1000)
    }).finally(() => {
      running.delete(job.name)
    })
    running.set(job.name, run)
    return run
  }

  const schedule = (job: Job, tookMs = 0): void => {
    if (stopping.signal.aborted) return
    const rest = Math.max(job.everyMs, Math.min(REST_MOST_MS, tookMs * REST_SHARE))
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
