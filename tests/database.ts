import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { Client, DatabaseError, type Pool } from 'pg'
import { inject } from 'vitest'
import { openDatabase, openPool } from '#server/platform/db/open.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { createLog } from '#server/platform/log.ts'
import { nameIn, withDatabase } from './database-server.ts'

export type TestDatabase = {
  /** Both with the rights of everyday work. */
  readonly db: Kysely<Tables>
  readonly pool: Pool
  /** The owner of the tables, for what only tests do. */
  readonly owner: Pool
  /** As the owner. */
  readonly url: string
}

let made = 0
const log = createLog('silent')

/** What is to be undone when the file ends, last thing first. Tests may make databases too, hooks only files may. */
const undo: (() => Promise<unknown>)[] = []

/** For `after-file.ts`, which every file of the project `db` ends with. */
export const undoAll = async (): Promise<void> => {
  for (const step of undo.splice(0).reverse()) await step()
}

/**
 * A database of its own with the present schema and no rows, for one `*.db.test.ts` file; gone when the file ends.
 * Call it at the top of the file: `const { db } = await testDatabase()`.
 */
export async function testDatabase(): Promise<TestDatabase> {
  return openCopy(inject('databaseServer').template)
}

/** Who else is connected to this database; its own workers are a superuser's, and not meant. */
export const otherClients =
  "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"

/** Cuts the connections of all others to its database. */
export const cutOthers = (client: Client): Promise<unknown> =>
  client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${otherClients}`)

/** The address of an empty database without any schema; gone when the file ends. */
export async function emptyDatabase(): Promise<string> {
  return createCopy('template0')
}

/** A superuser of the server, for roles; null on a server of your own that names none in DATABASE_SUPERUSER_URL. */
export const superuserUrl = (): string | null => inject('databaseServer').superuserUrl

/** An empty folder that every user may pass through; gone when the file ends, or by the next run when it is killed. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(inject('databaseServer').folder, 'files-'))
  await chmod(folder, 0o711)
  undo.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function openCopy(template: string): Promise<TestDatabase> {
  const url = await createCopy(template)
  const everydayUrl = withDatabase(inject('databaseServer').everydayUrl, nameIn(url))
  const { db, pool, close } = await openDatabase({ url, everyday: { url: everydayUrl } }, log)
  // On a busy machine twenty calls at once may wait longer than people would for a connection; a test of that sets it.
  pool.options.connectionTimeoutMillis = 120_000
  const owner = openPool(url, log, 4)
  undo.push(async () => {
    await close()
    await owner.end()
  })
  return { db, pool, owner, url }
}

async function createCopy(template: string): Promise<string> {
  const { url, run } = inject('databaseServer')
  made += 1
  const name = `${run}_${process.pid}_${made}`
  await administer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  undo.push(() => drop(url, name))
  return withDatabase(url, name)
}

/**
 * Ends the connections that are left. PostgreSQL 15 lets nobody but a superuser end autovacuum that way, though without
 * FORCE it ends it itself.
 */
async function drop(url: string, name: string): Promise<void> {
  try {
    await administer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  } catch (problem) {
    if (!(problem instanceof DatabaseError) || problem.code !== '42501') throw problem
    await administer(url, `DROP DATABASE IF EXISTS ${name}`)
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
