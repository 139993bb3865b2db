import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { reasonOf } from '../reason.ts'
import { DatabaseStartError } from './binaries.ts'
import { startEmbedded, type Embedded, type EmbeddedOptions } from './embedded.ts'
import { type Everyday, settleEveryday, withSettings } from './everyday-role.ts'
import { PrimaryClient } from './primary-client.ts'
import { endSilentConnections, type Silence, usualSilence } from './silent-connections.ts'
import type { Tables } from './tables.ts'
import { databaseUnavailable, pgCode } from './trouble.ts'
import { valueTypes } from './value-types.ts'

export type Database = {
  readonly db: Kysely<Tables>
  readonly pool: Pool
  /** For connections as the owner of the tables: migrations, backups. May hold a password: never log it. */
  readonly url: string
  /** What `db` and `pool` sign in with; other connections for everyday work do the same. */
  readonly everyday: Everyday
  /** The supervised PostgreSQL; null with a DATABASE_URL. */
  readonly embedded: Embedded | null
  /** Waits for running statements, closes the pool and stops the embedded PostgreSQL. */
  close(): Promise<void>
}

export type Where =
  | {
      readonly url: string
      /** For everyday work: an address of its own, or a role beside the owner's. Without it everything is the owner's. */
      readonly everyday?: { readonly url: string } | 'role'
    }
  | { readonly embedded: Omit<EmbeddedOptions, 'log'> }

export const poolSize = 20
/** How long a request waits for a free connection, in ms. */
export const connectionWaitMs = 3_000
export const statementTimeoutMs = 10_000
export const lockTimeoutMs = 5_000
export const idleInTransactionTimeoutMs = 15_000
const oldestVersion = 15
/** A database started together with this server may need a while. */
const startAttempts = 30

/**
 * Opens the database: the embedded one, which it starts, or the one at `url`, which it waits up to 30 s for.
 * @throws DatabaseStartError with a sentence for the person who starts the server.
 */
export async function openDatabase(where: Where, log: Logger): Promise<Database> {
  const embedded = 'embedded' in where ? await startEmbedded({ ...where.embedded, log }) : null
  const url = embedded?.url ?? ('url' in where ? where.url : '')
  const lesser = embedded === null ? lesserOf(where) : { url: embedded.everydayUrl }
  let everyday: Everyday
  const first = openPool(url, log, 1)
  try {
    await inspect(first, embedded !== null, log)
    everyday =
      lesser === null
        ? { url, role: null, settings: {}, because: 'it was opened as the owner' }
        : await settleEveryday(url, lesser === 'role' ? null : lesser.url).catch(notSettled)
  } catch (error) {
    await embedded?.stop()
    throw error
  } finally {
    await first.end()
  }
  const pool = openPool(everyday.url, log)
  const over = databaseOver(pool)
  let closed: Promise<void> | undefined
  async function end(): Promise<void> {
    await over.close()
    await embedded?.stop()
  }
  return { db: over.db, pool, url, everyday, embedded, close: () => (closed ??= end()) }
}

/** The database by connections that are closed with it. */
export const databaseOver = (pool: Pool): { db: Kysely<Tables>; close: () => Promise<void> } => {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    close: async () => {
      await db.destroy()
      if (!pool.ending) await pool.end() // Kysely ends only a pool that it has used
    },
  }
}

/** Of connections for long work: no statement of it takes a second processor. */
export const oneProcessor = { max_parallel_workers_per_gather: '0' } as const

type PoolOptions = {
  waitMs?: number
  /** What its connections begin with, beside what the address says. */
  settings?: Readonly<Record<string, string>>
  /** Whether it may be a standby that answers; else it is refused. */
  standby?: boolean
  /** Replaced in tests. */
  silence?: Silence
}

/** Connections with the timeouts and value types that the whole server counts on. */
export function openPool(
  url: string,
  log: Logger,
  max = poolSize,
  { waitMs = connectionWaitMs, settings = {}, standby = false, silence = usualSilence }: PoolOptions = {},
): Pool {
  const pool = new Pool({
    // Options of an address replace those that stand beside it, so all of them stand in it.
    // Compiling (`jit`) what unpacks readings takes longer than running it; the embedded database has no compiler.
    connectionString: withSettings(url, { timezone: 'UTC', jit: 'off', ...settings }),
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    application_name: 'sunkeeper',
    keepAlive: true,
    types: valueTypes,
    ...(standby ? {} : { Client: PrimaryClient }),
  })
  endSilentConnections(pool, log, silence)
  // Without a listener a lost connection would end the process: the pool's own speaks for the idle ones only.
  // The errors themselves stay out of the log: the pool hangs its client on them, password and all.
  pool.on('error', (error) => {
    if (!pool.ending)
      log.warn({ code: pgCode(error), reason: error.message }, 'an idle database connection was lost')
  })
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ code: pgCode(error) }, 'a database connection was lost'))
  })
  return pool
}

const lesserOf = (where: Where) => ('url' in where ? (where.everyday ?? null) : null)

function notSettled(error: unknown): never {
  if (error instanceof DatabaseStartError) throw error
  throw new DatabaseStartError(`The role of everyday work cannot be settled: ${String(error)}.`, {
    cause: error,
  })
}

/** Why the database cannot be used, for a person; `own`: the embedded one. */
function refusal(error: unknown, own: boolean): string {
  const reason = reasonOf(error)
  const code = pgCode(error) ?? ''
  if (code.startsWith('28')) return `The database refuses the login: ${reason}.`
  if (code !== '3D000') return `The database does not answer: ${reason}.`
  return own
    ? `The database is lost: ${reason}. It is not made anew: restore a backup.`
    : `There is no such database: ${reason}. Make it first (docs/operations.md, "Roles of the database").`
}

async function inspect(pool: Pool, own: boolean, log: Logger): Promise<void> {
  const attempts = own ? 1 : startAttempts
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await pool.query<{ version: number; encoding: string }>(
        "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
      )
      const found = rows[0]
      if (found === undefined || Math.floor(found.version / 10_000) < oldestVersion) {
        throw new DatabaseStartError(`The database needs PostgreSQL ${oldestVersion} or newer.`)
      }
      if (found.encoding !== 'UTF8') {
        throw new DatabaseStartError(`The database is encoded in ${found.encoding}; it has to be UTF8.`)
      }
      return
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error
      if (!databaseUnavailable(error) || attempt === attempts) {
        throw new DatabaseStartError(refusal(error, own), { cause: error })
      }
      if (attempt === 1) log.warn({ reason: reasonOf(error), seconds: attempts }, 'waiting for the database')
      await pause(1_000)
    }
  }
}

const transactionAttempts = 5

/**
 * Runs `work` in one transaction and commits; again, up to 5 times in all, when PostgreSQL gave it up for a deadlock
 * or a serialization failure. So `work` must do nothing but statements on the handle it is given.
 * On a handle that is a transaction already it joins that one, whose own `transact` repeats.
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<Tables>)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = pgCode(error)
      const again = code === '40001' || code === '40P01'
      if (!again || attempt === transactionAttempts) throw error
      // Jitter, so that the two who met do not meet again.
      await pause(randomInt(5, 20 * 2 ** attempt))
    }
  }
}
