import type { Logger } from 'pino'
import { UNHURRIED_NICE, yieldConnections } from '../low-priority.ts'
import type { Db } from './handle.ts'
import { type Database, databaseOver, oneProcessor, openPool } from './open.ts'

/** Several jobs may be at work, each of which asks for several things at once; they wait for each other alone. */
const CONNECTIONS = 10
const CONNECTIONS_AWAY = 4
/** A job would rather wait than fail, ms. */
const WAIT_MS = 60_000

/**
 * The database for work that nobody waits for. `here`: it runs on this machine, and what PostgreSQL does for these connections
 * yields to everybody else's, and none of it takes a second processor; elsewhere they are the connections of all.
 */
export const openBackground = (
  { db, everyday, here }: Pick<Database, 'db' | 'everyday'> & { here: boolean },
  log: Logger,
): { db: Db; close: () => Promise<void> } => {
  return here ? openUnhurried(everyday.url, { here }, log) : { db, close: async () => {} }
}

/** Such connections of their own, also to another machine, where they are fewer. */
export const openUnhurried = (
  url: string,
  { here }: { here: boolean },
  log: Logger,
): { db: Db; close: () => Promise<void> } => {
  const most = here ? CONNECTIONS : CONNECTIONS_AWAY
  const pool = openPool(url, log, most, { waitMs: WAIT_MS, settings: oneProcessor })
  if (here) yieldConnections(pool, UNHURRIED_NICE)
  return databaseOver(pool)
}
