import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { grantEveryday } from './everyday-rights.ts'
import { pgCode } from './trouble.ts'
import { valueTypes } from './value-types.ts'

export class MigrationError extends Error {
  override name = 'MigrationError'
}

export type MigrateOptions = {
  readonly log: Logger
  /** Where the numbered files are; the server's own by default. */
  readonly folder?: string
  /** The role of everyday work, which gets its rights in the schema; without one nobody but the owner has any. */
  readonly everyday?: string | null
}

export type Migration = { readonly name: string; readonly sql: string; readonly sha256: string }

const ownFolder = path.join(import.meta.dirname, 'migrations')
const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/
/** Any number will do, as long as it never changes: every version of the server has to wait for the same lock. */
export const migrationLock = 7_303_014_201

/**
 * Brings the schema to this version: runs the files that the table `migration` does not name yet, in order, each in
 * one transaction with its row. Runners on the same database wait for each other. Files beyond ours are left
 * alone: a newer server has been here, and its schema still serves this one.
 * @returns the names of the files that were run now.
 * @throws MigrationError when a file that already ran has changed or is missing, or one fails; those before it stay.
 */
export async function migrate(
  url: string,
  { log, folder = ownFolder, everyday = null }: MigrateOptions,
): Promise<readonly string[]> {
  const files = await readMigrations(folder)
  const client = new Client({
    connectionString: url,
    options: '-c timezone=UTC',
    application_name: 'sunkeeper migration',
    types: valueTypes,
  })
  client.on('error', () => {}) // a lost connection also fails the statement under way
  await client.connect()
  try {
    // A runner that is killed gives its lock back at once, not at the end of its statement (not on every system).
    await client.query("SET client_connection_check_interval = '1s'").catch(() => {})
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await client.query(ledger).catch(notOurs)
    const { rows } = await client.query<{ name: string; sha256: string }>(
      'SELECT name, sha256 FROM migration ORDER BY name COLLATE "C"',
    )
    const due = compare(files, rows, log)
    for (const file of due) {
      await apply(client, file)
      log.info({ migration: file.name }, 'schema migrated')
    }
    if (everyday !== null) await grantEveryday(client, everyday)
    return due.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** The migrations of this version, or those of another folder, in order. */
export async function readMigrations(folder = ownFolder): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = fileName.exec(name)?.[1]
      // A number may be left out; one that two files have would leave their order to chance.
      if (number === undefined || number === fileName.exec(names[index - 1] ?? '')?.[1]) {
        throw new MigrationError(
          `${name}: migrations are named 0001_name.sql, 0002_name.sql and so on, each with a number of its own`,
        )
      }
      // Line ends may differ between checkouts of the same file.
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const ledger = `CREATE TABLE IF NOT EXISTS migration (
  name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

function notOurs(error: unknown): never {
  if (pgCode(error) !== '42501') throw error
  throw new MigrationError(
    'The login may not make tables in this database. It has to be the owner of the database; ' +
      'when it is the lesser one, DATABASE_OWNER_URL names the owner beside it ' +
      '(docs/operations.md, "Roles of the database").',
    { cause: error },
  )
}

/** Makes the schema of these migrations in the transaction that is open, without noting them: a restore brings its notes. */
export async function makeSchema(client: Client, files: readonly Migration[]): Promise<void> {
  await client.query(ledger)
  for (const file of files) await client.query(file.sql)
}

function compare(
  files: readonly Migration[],
  applied: readonly { name: string; sha256: string }[],
  log: Logger,
): readonly Migration[] {
  for (const [index, row] of applied.entries()) {
    const file = files[index]
    if (file === undefined) {
      log.warn({ migration: row.name }, 'the database is newer than this server')
    } else if (file.name !== row.name) {
      throw new MigrationError(
        `The database has ${row.name} where this version has ${file.name}: not its database`,
      )
    } else if (file.sha256 !== row.sha256) {
      throw new MigrationError(
        `${file.name} has changed since it was applied. Undo that; changes go into a new file.`,
      )
    }
  }
  return files.slice(applied.length)
}

async function apply(client: Client, file: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    const before = await transactionId(client)
    await client.query(file.sql)
    if ((await transactionId(client)) !== before) {
      throw new MigrationError('it ends its transaction itself (COMMIT or ROLLBACK)')
    }
    await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [file.name, file.sha256])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}) // the connection may be what was lost
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`${file.name} failed and was rolled back: ${reason}`, { cause: error })
  }
}

async function transactionId(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')
  return rows[0]?.id
}
