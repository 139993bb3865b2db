import type { Db } from '../../platform/db/handle.ts'
import { dropOldGuesses } from './guesses.ts'
import { dropExpiredSessions } from './session-store.ts'
import { dropExpiredLooks } from './look-store.ts'
import { dropExpiredCodes } from './session-code-store.ts'

/** For the job list, hourly: removes sessions that have ended and counters that rested long enough to start anew. */
export const sweepAccounts = async (db: Db, now: number): Promise<void> => {
  await dropExpiredSessions(db, now)
  await dropExpiredCodes(db, now)
  await dropExpiredLooks(db, now)
  await dropOldGuesses(db, now)
}
