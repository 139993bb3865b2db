import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { openPool } from './open.ts'
import { databaseUnavailable, pgCode } from './trouble.ts'

/** A standby of the database (streaming replication) that takes reads off it. */
export type Replica = {
  /**
   * Its connections, as soon as it has everything that was committed before this call; null when that takes too long
   * or it cannot be used: then the read belongs to the primary.
   */
  caughtUp: () => Promise<Pool | null>
  /** Whether this error means that the same read may succeed at the primary. It rests for a while when it is away. */
  isItsOwn: (error: unknown) => boolean
  /** Whether the last read could go there; null before the first. */
  up: () => boolean | null
  close: () => Promise<void>
}

type Options = {
  /** Connections to it at most, and how long one waits for a free one, ms. */
  connections: number
  waitMs: number
  /** `-c name=value` of its connections. */
  settings?: Readonly<Record<string, string>>
  /** So long it may take to catch up with what is committed, ms. */
  catchUpMs?: number
  /** So long it is left alone when it was away or behind, ms. */
  restMs?: number
}

const LOOK_MS = 20

type Place = { id: string; at: string }
type Standing = { id: string; standby: boolean; reached: boolean | null }

const READ_ONLY = '25006'
/** What our own timeouts end would take as long at the primary. */
const oursToEnd = new Set(['57014', '55P03', '25P03'])

/**
 * A read replica at `url`. Which database it belongs to and how far it has come is asked each time, so that a standby
 * of something else, one that was promoted and one that stands still are never read.
 * Source: PostgreSQL's positions in the log, `pg_current_wal_flush_lsn` and `pg_last_wal_replay_lsn`.
 */
export const openReplica = (
  url: string,
  primary: () => Pool,
  log: Logger,
  { connections, waitMs, settings = {}, catchUpMs = 1_000, restMs = 5_000 }: Options,
): Replica => {
  const pool = openPool(url, log, connections, { waitMs, settings, standby: true })
  let isUp: boolean | null = null
  let restsUntil = -Infinity
  const say = (up: boolean, because?: string): void => {
    if (!up) restsUntil = performance.now() + restMs
    if (isUp === up) return
    isUp = up
    if (up) log.info('long reads go to the replica of the database')
    else log.warn({ because }, 'long reads go to the primary: the replica of the database cannot be used')
  }
  /** Why it cannot be used; null when it has everything up to `at`. */
  const comesTo = async ({ id, at }: Place): Promise<string | null> => {
    const until = performance.now() + catchUpMs
    for (;;) {
      const { rows } = await pool.query<Standing>(
        `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS id, pg_is_in_recovery() AS standby,
                pg_last_wal_replay_lsn() >= $1::pg_lsn AS reached`,
        [at],
      )
      const standing = rows[0]
      if (standing === undefined || standing.id !== id) return 'it is not of this database'
      if (!standing.standby) return 'it is no standby (any more)'
      if (standing.reached === true) return null
      if (performance.now() >= until) return 'it is behind'
      await pause(LOOK_MS)
    }
  }
  return {
    caughtUp: async () => {
      if (performance.now() < restsUntil) return null
      const { rows } = await primary().query<Place>(
        `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS id, pg_current_wal_flush_lsn()::text AS at`,
      )
      const place = rows[0]
      if (place === undefined) return null
      try {
        const because = await comesTo(place)
        say(because === null, because ?? undefined)
        return because === null ? pool : null
      } catch (error) {
        say(false, pgCode(error) ?? (error instanceof Error ? error.message : String(error)))
        return null
      }
    },
    isItsOwn: (error) => {
      const code = pgCode(error) ?? ''
      // What writes is no read: it is done where one may.
      if (code === READ_ONLY) return true
      if (!databaseUnavailable(error) || oursToEnd.has(code)) return false
      // A conflict with what the standby replays is over by itself; everything else is not.
      if (code !== '40001') say(false, code)
      return true
    },
    up: () => isUp,
    close: () => pool.end(),
  }
}
