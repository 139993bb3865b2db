import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, testFolder } from '#tests/database.ts'
import { schemaOf } from '#tests/schema-lines.ts'
import { createLog } from '../log.ts'
import { migrate } from './migrate.ts'

const log = createLog('silent')
const world = await testFolder()
const own = path.join(import.meta.dirname, 'migrations')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(world, 'migrations-'))
})

const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql)

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

const names = async (url: string) =>
  (await ask(url, 'SELECT name FROM migration ORDER BY name')).map(({ name }) => name)

describe('the schema of this version', () => {
  test('is the same made at once and brought up file by file', async () => {
    const [fresh, upgraded] = await Promise.all([emptyDatabase(), emptyDatabase()])
    const all = (await readdir(own)).filter((name) => name.endsWith('.sql')).sort()
    expect(await migrate(fresh, { log })).toEqual(all)
    for (const name of all) {
      await cp(path.join(own, name), path.join(folder, name))
      expect(await migrate(upgraded, { log, folder })).toEqual([name])
    }
    const schema = await schemaOf(fresh)
    expect(schema.length).toBeGreaterThan(100)
    expect(await schemaOf(upgraded)).toEqual(schema)
    expect(await migrate(fresh, { log })).toEqual([])
  })
})

describe('L7: a migration', () => {
  test('that fails leaves nothing of itself and all before it; mended, the next run converges', async () => {
    const url = await emptyDatabase()
    await write('0001_one.sql', 'CREATE TABLE one (n int);')
    await write('0002_two.sql', 'CREATE TABLE two (n int); SELECT nonsense;')
    await expect(migrate(url, { log, folder })).rejects.toThrow('0002_two.sql failed and was rolled back')
    expect(await names(url)).toEqual(['0001_one.sql'])
    expect(await ask(url, "SELECT to_regclass('two') AS two")).toEqual([{ two: null }])
    await write('0002_two.sql', 'CREATE TABLE two (n int);')
    expect(await migrate(url, { log, folder })).toEqual(['0002_two.sql'])
  })

  test('runs once when two servers start at once', async () => {
    const url = await emptyDatabase()
    await write('0001_one.sql', 'CREATE TABLE one (n int); SELECT pg_sleep(0.05);')
    await write('0002_two.sql', 'INSERT INTO one VALUES (1);')
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { log, folder })))
    expect(runs.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql'])
    expect(await ask(url, 'SELECT n FROM one')).toEqual([{ n: 1 }])
  })

  test('killed at any statement is taken up again by the next run', async () => {
    const url = await emptyDatabase()
    const statements = [
      'CREATE TABLE one (n int);',
      'INSERT INTO one VALUES (1);',
      'ALTER TABLE one ADD m int;',
    ]
    await write('0001_one.sql', 'CREATE TABLE zero (n int);')
    await migrate(url, { log, folder })
    for (let at = 0; at <= statements.length; at++) {
      const stuck = [...statements.slice(0, at), 'SELECT pg_sleep(600);', ...statements.slice(at)]
      await write('0002_two.sql', stuck.join('\n'))
      await killWhileItSleeps(url)
      expect(await names(url)).toEqual(['0001_one.sql'])
    }
    await write('0002_two.sql', statements.join('\n'))
    expect(await migrate(url, { log, folder })).toEqual(['0002_two.sql'])
    expect(await ask(url, 'SELECT * FROM one')).toEqual([{ n: 1, m: null }])
  })

  test('of a newer version is left alone by an older server', async () => {
    const url = await emptyDatabase()
    await write('0001_one.sql', 'CREATE TABLE one (n int);')
    await write('0002_two.sql', 'CREATE TABLE two (n int);')
    await migrate(url, { log, folder })
    await rm(path.join(folder, '0002_two.sql'))
    expect(await migrate(url, { log, folder })).toEqual([])
  })
})

describe('a migration is refused', () => {
  test('when it has changed since it ran, but not for its line ends', async () => {
    const url = await emptyDatabase()
    await write('0001_one.sql', 'CREATE TABLE one (n int);\n')
    await migrate(url, { log, folder })
    await write('0001_one.sql', 'CREATE TABLE one (n int);\r\n')
    expect(await migrate(url, { log, folder })).toEqual([])
    await write('0001_one.sql', 'CREATE TABLE one (n bigint);\n')
    await expect(migrate(url, { log, folder })).rejects.toThrow(
      '0001_one.sql has changed since it was applied',
    )
  })

  test('when it stands where another ran', async () => {
    const url = await emptyDatabase()
    await write('0001_one.sql', 'CREATE TABLE one (n int);')
    await migrate(url, { log, folder })
    await rm(path.join(folder, '0001_one.sql'))
    await write('0001_other.sql', 'CREATE TABLE other (n int);')
    await expect(migrate(url, { log, folder })).rejects.toThrow(
      '0001_one.sql where this version has 0001_other.sql',
    )
  })

  test('when it has no number of its own or ends its own transaction', async () => {
    const url = await emptyDatabase()
    await write('two.sql', 'SELECT 1;')
    await expect(migrate(url, { log, folder })).rejects.toThrow('each with a number of its own')
    await rm(path.join(folder, 'two.sql'))
    await write('0002_two.sql', 'SELECT 1;')
    await write('0002_too.sql', 'SELECT 1;')
    await expect(migrate(url, { log, folder })).rejects.toThrow('each with a number of its own')
    await rm(path.join(folder, '0002_two.sql'))
    await rm(path.join(folder, '0002_too.sql'))
    await write('0001_one.sql', 'SELECT 1; COMMIT; SELECT 2;')
    await expect(migrate(url, { log, folder })).rejects.toThrow('ends its transaction itself')
    expect(await names(url)).toEqual([])
  })
})

/** Runs the migrations in a process of their own and kills it in the middle of `pg_sleep`. */
async function killWhileItSleeps(url: string): Promise<void> {
  const program = `const { migrate } = await import(${JSON.stringify(path.join(import.meta.dirname, 'migrate.ts'))})
    const { createLog } = await import(${JSON.stringify(path.join(import.meta.dirname, '../log.ts'))})
    await migrate(process.env.MIGRATE_URL, { log: createLog('silent'), folder: process.env.MIGRATE_FOLDER })`
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, MIGRATE_URL: url, MIGRATE_FOLDER: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(runner, 'exit')
  const sleeping = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event = 'PgSleep'`
  await expect.poll(() => ask(url, sleeping)).toEqual([{ n: 1 }])
  runner.kill('SIGKILL')
  await ended
  await expect.poll(() => ask(url, sleeping)).toEqual([{ n: 0 }])
}
