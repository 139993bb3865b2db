// A thread of its own for one rehearsal: thirty days of a large station are seconds of work, and nobody else waits for them.
import { parentPort, workerData } from 'node:worker_threads'
import { Kysely, PostgresDialect } from 'kysely'
import { openPool } from '../../../platform/db/open.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { createLog } from '../../../platform/log.ts'
import { rehearse } from './rehearse.ts'
import type { RehearsalOrder } from './rehearsals.ts'

const { url, order } = workerData as { url: string; order: RehearsalOrder }
const pool = openPool(url, createLog('silent'), 2)
const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
try {
  parentPort?.postMessage(await rehearse(db, ...order))
} finally {
  await db.destroy()
}
