import { beyondRights } from './db/everyday-rights.ts'
import { migrate } from './db/migrate.ts'
import type { Database, Where } from './db/open.ts'
import type { Environment } from './env.ts'
import type { Kitchen } from './kitchen.ts'
import { makePushKeys } from './messages/push-keys.ts'

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

/**
 * What every start sees to before anything else uses the database: the schema, the rights of everyday work in it, and
 * what the first start makes.
 * @returns whether everyday work runs without the rights of the owner of the tables; if not, the log says why.
 */
export const prepareDatabase = async (
  { url, db, pool, everyday }: Pick<Database, 'url' | 'db' | 'pool' | 'everyday'>,
  log: Kitchen['log'],
  now: number,
): Promise<boolean> => {
  await migrate(url, { log, everyday: everyday.role })
  await makePushKeys(db, now)
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
