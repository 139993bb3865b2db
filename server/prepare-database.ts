import { migrate } from './db/migrate.ts'
import type { Db, Kitchen } from './kitchen.ts'
import { makePushKeys } from './messages/push-keys.ts'

/** What every start sees to before anything else uses the database: the schema, and what the first start makes in it. */
export const prepareDatabase = async (
  database: { url: string; db: Db },
  log: Kitchen['log'],
  now: number,
): Promise<void> => {
  await migrate(database.url, { log })
  await makePushKeys(database.db, now)
}
