// The database server of one test run; vitest.config.ts names this file as the global setup of the project `db`.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded, type Embedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLog } from '#server/log.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** What a test file needs to make its own database; see database.ts. */
    databaseServer: { readonly url: string; readonly template: string; readonly run: string }
  }
}

const folderPrefix = 'sunkeeper-test-'
const databasePrefix = 'sunkeeper_test_'
const log = createLog('error')

/** Everything durable is off: a test's database never outlives its run. */
const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.DATABASE_URL ? null : await startOwnServer()
  const url = own?.server.url ?? process.env.DATABASE_URL ?? ''
  const run = `${databasePrefix}${process.pid}_${Date.now().toString(36)}`
  // Open for the whole run: its lock tells later runs that these databases are still in use.
  const keeper = new Client({ connectionString: url })
  keeper.on('error', () => {})
  await keeper.connect()
  await keeper.query('SELECT pg_advisory_lock(hashtext($1))', [run])
  await dropAbandoned(keeper)
  const template = `${run}_template`
  await keeper.query(`CREATE DATABASE ${template}`)
  await migrate(withDatabase(url, template), { log })
  project.provide('databaseServer', { url, template, run })

  return async () => {
    await keeper.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await keeper.end()
    await own?.remove()
  }
}

async function startOwnServer(): Promise<{ server: Embedded; remove(): Promise<void> }> {
  for (const name of await readdir(tmpdir())) {
    if (name.startsWith(folderPrefix)) await removeAbandoned(path.join(tmpdir(), name))
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), folderPrefix))
  const server = await startEmbedded({ dataDir, log, settings: hasty })
  return {
    server,
    async remove() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A killed run leaves its folder and perhaps a postgres. Opening it stops that one; a living run refuses. */
async function removeAbandoned(dataDir: string): Promise<void> {
  try {
    const left = await startEmbedded({ dataDir, log: createLog('silent'), settings: hasty })
    await left.stop()
  } catch (error) {
    if (error instanceof Error && /Another Sunkeeper/.test(error.message)) return
  }
  await rm(dataDir, { recursive: true, force: true })
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
