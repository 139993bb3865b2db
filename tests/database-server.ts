// The database server of one test run; vitest.config.ts names this file as the global setup of the project `db`.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { lockDataDir } from '#server/platform/db/data-lock.ts'
import { superuser } from '#server/platform/db/cluster.ts'
import { embeddedUrl, startEmbedded } from '#server/platform/db/embedded.ts'
import { settleEveryday } from '#server/platform/db/everyday-role.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { settleOrphan } from '#server/platform/db/orphan.ts'
import { createLog } from '#server/platform/log.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What a test file needs to make its own database; see database.ts. */
    databaseServer: {
      /** As the owner of the tables. */
      readonly url: string
      /** As the role of everyday work. */
      readonly everydayUrl: string
      /** As a superuser, if there is one. */
      readonly superuserUrl: string | null
      readonly template: string
      readonly run: string
      /** A folder for files, gone after the run. */
      readonly folder: string
    }
  }
}

const folderPrefix = 'sunkeeper-test-'
const databasePrefix = 'sunkeeper_test_'
const log = createLog('error')

/**
 * Everything durable is off: a test's database never outlives its run. Several files run at once, each with a whole
 * pool: the connections of one installation are not enough for them.
 */
const hasty = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '120',
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const name of await readdir(tmpdir())) {
    // One that is being removed by another run as well is none of ours.
    if (name.startsWith(folderPrefix)) await removeAbandoned(path.join(tmpdir(), name)).catch(() => {})
  }
  const folder = await mkdtemp(path.join(tmpdir(), folderPrefix))
  await chmod(folder, 0o711) // whoever PostgreSQL runs as has to pass
  const lock = lockDataDir(folder)
  const own = process.env.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: path.join(folder, 'server'), log, settings: hasty })
  const url = own?.url ?? process.env.DATABASE_URL ?? ''
  const everyday = await settleEveryday(url, own?.everydayUrl ?? null)

  const run = `${databasePrefix}${process.pid}_${Date.now().toString(36)}`
  // Open for the whole run: its lock tells later runs that these databases are still in use.
  const keeper = new Client({ connectionString: url })
  keeper.on('error', () => {})
  await keeper.connect()
  await keeper.query('SELECT pg_advisory_lock(hashtext($1))', [run])
  await dropAbandoned(keeper)
  const template = `${run}_template`
  await keeper.query(`CREATE DATABASE ${template} TEMPLATE template0`)
  await migrate(withDatabase(url, template), { log, everyday: everyday.role })
  const superuserUrl =
    own === null
      ? (process.env.DATABASE_SUPERUSER_URL ?? null)
      : embeddedUrl(own.socketDir, superuser, 'postgres')
  project.provide('databaseServer', { url, everydayUrl: everyday.url, superuserUrl, template, run, folder })

  return async () => {
    await keeper.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await keeper.end()
    await own?.stop()
    lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A killed run leaves its folder and perhaps some postgres in it. A living run holds its lock. */
async function removeAbandoned(folder: string): Promise<void> {
  try {
    lockDataDir(folder).release()
  } catch {
    return
  }
  for (const file of await readdir(folder, { recursive: true })) {
    if (path.basename(file) === 'postmaster.pid')
      await settleOrphan(path.join(folder, path.dirname(file)), log)
  }
  await rm(folder, { recursive: true, force: true })
}

/** The same for the databases that killed runs left on a server of your own. */
async function dropAbandoned(keeper: Client): Promise<void> {
  const { rows } = await keeper.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [databasePrefix],
  )
  for (const { datname } of rows) {
    const run = datname.split('_').slice(0, 4).join('_')
    const lock = await keeper.query<{ free: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS free', [
      run,
    ])
    if (!lock.rows[0]?.free) continue
    await keeper.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
    await keeper.query('SELECT pg_advisory_unlock(hashtext($1))', [run])
  }
}

/** The address of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?]*)\/?[^?]*/, `$1/${name}`)
}

/** The name of the database in an address. */
export const nameIn = (url: string): string => /^[a-z]+:\/\/[^/?]*\/?([^?]*)/.exec(url)?.[1] ?? ''
