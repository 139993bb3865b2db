import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { endingWith } from './db/ending-with.ts'
import { overReplica } from './db/lagging.ts'
import { openReplica } from './db/replica.ts'
import type { Db } from './db/handle.ts'
import { oneProcessor, openPool } from './db/open.ts'
import { type Asking, createFairQueue, type QueueLimits } from './fair-queue.ts'
import { yieldConnections } from './low-priority.ts'
import { Refusal } from './refusal.ts'

export type ExpensiveReads = {
  /**
   * Reads when it is the caller's turn, over connections that are apart from everybody else's. `over` ends when the
   * caller leaves or it has taken too long, and with it every statement that runs.
   * @throws Refusal `busy` when enough waits already, `unavailable` when the caller has left or it took too long
   */
  run: <T>(who: Asking, gone: AbortSignal, read: (db: Db, over: AbortSignal) => Promise<T>) => Promise<T>
  /** The same connections, for other reads of somebody who has had much of late. @throws Refusal as `run` */
  apart: <T>(gone: AbortSignal, read: (db: Db) => Promise<T>) => Promise<T>
  working: () => number
  waiting: () => number
  /** Whether the last read could go to the replica; null without one, and before the first. */
  replicaUp: () => boolean | null
  /** Nobody waits any more: what is at work comes to its end. */
  stop: () => void
  close: () => Promise<void>
}

type Options = QueueLimits & {
  /** What has not ended by then is ended, ms. */
  patienceMs?: number
  /** The database runs on this machine and yields its processors to others. */
  local?: boolean
  /** The address of a replica that takes them off the primary; replaced in tests: how long it rests after trouble, ms. */
  replica?: { url: string; restMs?: number } | null
}

/** Some reads ask for several things at once, and all wait for each other alone. */
export const expensiveConnections = 10

/** Reads that take seconds, beside which others go on as if there were none. */
export const createExpensiveReads = (
  url: string,
  log: Logger,
  { patienceMs = 60_000, local = false, replica: other = null, ...limits }: Options = {},
): ExpensiveReads => {
  const queue = createFairQueue(limits)
  const stopping = new AbortController()
  let pool: Pool | null = null
  const connections = (): Pool => {
    if (pool === null) {
      pool = openPool(url, log, expensiveConnections, { waitMs: patienceMs, settings: oneProcessor })
      if (local) yieldConnections(pool)
    }
    return pool
  }
  const replica =
    other &&
    openReplica(other.url, connections, log, {
      connections: expensiveConnections,
      waitMs: patienceMs,
      settings: oneProcessor,
      ...(other.restMs !== undefined && { restMs: other.restMs }),
    })
  const within = async <T>(over: AbortSignal, read: (db: Db) => Promise<T>): Promise<T> => {
    try {
      const elsewhere = (await replica?.caughtUp()) ?? null
      if (elsewhere !== null)
        try {
          return await read(overReplica(endingWith(elsewhere, over)))
        } catch (error) {
          if (over.aborted || !replica?.isItsOwn(error)) throw error
        }
      return await read(endingWith(connections(), over))
    } catch (error) {
      throw over.aborted ? new Refusal('unavailable') : error
    }
  }
  return {
    run: (who, gone, read) =>
      queue.take(who, AbortSignal.any([gone, stopping.signal]), async () => {
        const over = AbortSignal.any([gone, AbortSignal.timeout(patienceMs)])
        return within(over, (db) => read(db, over))
      }),
    apart: within,
    working: queue.working,
    waiting: queue.waiting,
    replicaUp: () => replica?.up() ?? null,
    stop: () => stopping.abort(),
    close: async () => {
      await replica?.close()
      await pool?.end()
      pool = null
    },
  }
}
