import { beyondRights } from '../platform/db/everyday-rights.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { Database, Where } from '../platform/db/open.ts'
import type { Environment } from '../env.ts'
import type { Context } from '../context.ts'
import { makePushKeys } from '../features/messages/push-keys.ts'

/** The database that the environment names. `settings`: of the embedded one, for tests. */
export const databaseOf = (
  { databaseUrl, databaseOwnerUrl, dataDir }: Environment,
  settings: Readonly<Record<string, string>> = {},
): Where =>
  databaseUrl === null
    ? { embedded: { dataDir, settings } }
    : {
        url: databaseOwnerUrl ?? databaseUrl,
        everyday: databaseOwnerUrl === null ? 'role' : { url: databaseUrl },
      }

/** So far clocks may differ before a start says so, in ms. */
const CLOCK_GRACE_MS = 300_000

/** A machine that woke with a wrong clock would store today as another day; people are let in all the same. */
const compareClock = async (db: Database['db'], log: Context['log'], now: number): Promise<void> => {
  const last = await db.selectFrom('audit').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last !== undefined && last.at > now + CLOCK_GRACE_MS)
    log.error(
      { clock: new Date(now), stored: new Date(last.at) },
      'the clock of this machine is behind what it has stored: set it right, then start again',
    )
}

/**
 * What every start sees to before anything else uses the database: the schema, the rights of everyday work in it, and
 * what the first start makes.
 * @returns whether everyday work runs without the rights of the owner of the tables; if not, the log says why.
 */
export const prepareDatabase = async (
  { url, db, pool, everyday }: Pick<Database, 'url' | 'db' | 'pool' | 'everyday'>,
  log: Context['log'],
  now: number,
): Promise<boolean> => {
  await migrate(url, { log, everyday: everyday.role })
  await makePushKeys(db, now)
  await compareClock(db, log, now)
  if (everyday.role === null) {
    log.warn(
      { because: everyday.because },
      'requests, gateways and jobs work as the owner of the tables: docs/operations.md, "Roles of the database"',
    )
    return false
  }
  const beyond = await beyondRights(pool)
  if (beyond.length === 0) return true
  log.warn(
    { role: everyday.role, beyond },
    'the role of everyday work may do more than it needs: docs/operations.md, "Roles of the database"',
  )
  return false
}
