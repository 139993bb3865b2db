import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testFolder } from '#tests/database.ts'
import { createLog } from '../log.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { alive, shortSocketPrefix } from './orphan.ts'
import { openDatabase } from './open.ts'
import { restartDelayMs } from './supervise.ts'
import { databaseUnavailable } from './trouble.ts'

const log = createLog('silent')
const root = process.getuid?.() === 0

/** Making a cluster takes most of a second: made once, copied for each test. */
let world: string
let template: string
let count = 0
const opened = new Set<Embedded>()
const holders = new Set<ReturnType<typeof spawn>>()

beforeAll(async () => {
  world = await testFolder()
  template = path.join(world, 'template')
  const server = await startEmbedded({ dataDir: template, log })
  await ask(server.url, 'CREATE TABLE kept (n int); GRANT ALL ON kept TO PUBLIC')
  await server.stop()
})
afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL')
  holders.clear()
  for (const server of opened) await server.stop()
  opened.clear()
})

/** A DATA_DIR with a database that holds the empty table `kept`. */
async function dataDir(...deeper: string[]): Promise<string> {
  const folder = path.join(world, `installation-${++count}`, ...deeper)
  await cp(template, folder, { recursive: true })
  await chmod(path.join(folder, 'database'), 0o700)
  return folder
}

async function start(folder: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: folder, log })
  opened.add(server)
  return server
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A server in a process of its own. */
async function hold(folder: string) {
  const script = path.join(import.meta.dirname, '../../../tests/embedded-holder.ts')
  const holder = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  holders.add(holder)
  const ended = once(holder, 'exit')
  for await (const line of createInterface({ input: holder.stdout })) {
    holder.stdout.resume()
    return { holder, ended, said: JSON.parse(line) as { url: string; postgres: number; refused?: string } }
  }
  throw new Error('the holder said nothing')
}

const refusal = (folder: string) =>
  start(folder).then(
    () => 'started',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

/** Whether a program of this user may look into the folder. */
const mayEnter = async (uid: number, folder: string): Promise<boolean> => {
  const looking = spawn('/bin/ls', [folder], { uid, gid: uid, stdio: 'ignore', cwd: '/' })
  const [code] = (await once(looking, 'exit')) as [number | null]
  return code === 0
}

const kept = 'SELECT n FROM kept ORDER BY n'

describe('one server per DATA_DIR', () => {
  test('a second one is refused with a sentence, in the same process and in another', async () => {
    const folder = await dataDir()
    await start(folder)
    const sentence = `Another Sunkeeper (process ${process.pid}) is using DATA_DIR`
    expect(await refusal(folder)).toContain(sentence)
    expect((await hold(folder)).said.refused).toContain(sentence)
  })

  test('the lock ends with its holder, also a refused one harms nothing', async () => {
    const folder = await dataDir()
    const first = await start(folder)
    await refusal(folder)
    await ask(first.url, 'INSERT INTO kept VALUES (1)')
    await first.stop()
    const second = await start(folder)
    expect(await ask(second.url, kept)).toEqual([{ n: 1 }])
  })
})

describe('L1: after kill -9', () => {
  test('of the server, the next one takes over lock and database with every committed row', async () => {
    const folder = await dataDir()
    for (let round = 1; round <= 3; round++) {
      const { holder, ended, said } = await hold(folder)
      await ask(said.url, `INSERT INTO kept VALUES (${round})`)
      holder.kill('SIGKILL')
      await ended
      expect(alive(said.postgres)).toBe(true)
      const next = await start(folder)
      expect(alive(said.postgres)).toBe(false)
      expect(await ask(next.url, kept)).toHaveLength(round)
      await next.stop()
    }
  })

  test('of server and database together, the next one recovers', async () => {
    const folder = await dataDir()
    const { holder, ended, said } = await hold(folder)
    await ask(said.url, 'INSERT INTO kept VALUES (1)')
    holder.kill('SIGKILL')
    process.kill(said.postgres, 'SIGKILL')
    await ended
    expect(await ask((await start(folder)).url, kept)).toEqual([{ n: 1 }])
  })

  test('of the database, it is started again and says so, round after round', async () => {
    const server = await start(await dataDir())
    const told: string[] = []
    server.onDown((why) => told.push(why))
    server.onUp(() => told.push('up'))
    for (let round = 1; round <= 3; round++) {
      const before = server.pid()
      await ask(server.url, `INSERT INTO kept VALUES (${round})`)
      process.kill(before ?? 0, 'SIGKILL')
      await expect.poll(() => told.length).toBe(2 * round)
      expect(server.pid()).not.toBe(before)
      expect(await ask(server.url, kept)).toHaveLength(round)
    }
    expect(told.filter((word) => word !== 'up')).toEqual(Array(3).fill('killed by SIGKILL'))
  })

  test('of the database, an open pool fails for a moment and heals by itself', async () => {
    const folder = await dataDir()
    const database = await openDatabase({ embedded: { dataDir: folder } }, log)
    try {
      process.kill(database.embedded?.pid() ?? 0, 'SIGKILL')
      const errors: unknown[] = []
      await expect
        .poll(async () => {
          try {
            return (await database.pool.query(kept)).rowCount
          } catch (error) {
            errors.push(error)
            return error
          }
        })
        .toBe(0)
      expect(errors.filter((error) => !databaseUnavailable(error))).toEqual([])
    } finally {
      await database.close()
    }
  })

  test('of a child of the database, the others recover without a restart of the server', async () => {
    const server = await start(await dataDir())
    const before = server.pid()
    const client = new Client({ connectionString: server.url })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => ask(server.url, kept).catch(() => 'not yet')).toEqual([])
    expect(server.pid()).toBe(before)
  })

  test('a postmaster.pid whose number belongs to another program is no obstacle', async () => {
    const folder = await dataDir()
    const { holder, ended, said } = await hold(folder)
    holder.kill('SIGKILL')
    process.kill(said.postgres, 'SIGKILL')
    await ended
    const other = spawn('sleep', ['60'])
    const file = path.join(folder, 'database/postmaster.pid')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(other.pid)))
    await start(folder)
    expect(other.exitCode).toBeNull()
    other.kill()
  })
})

test('restarts wait twice as long after each failure, up to 5 s', () => {
  expect([1, 2, 3, 6, 7, 60].map(restartDelayMs)).toEqual([100, 200, 400, 3_200, 5_000, 5_000])
})

test('stopping while the database is down ends the attempts', async () => {
  const server = await start(await dataDir())
  const down = new Promise((resolve) => server.onDown(resolve))
  process.kill(server.pid() ?? 0, 'SIGKILL')
  await down
  await server.stop()
  expect([server.isUp(), server.pid()]).toEqual([false, null])
})

test('a DATA_DIR too deep for a socket gets a short socket folder, which goes with the server', async () => {
  const folder = await dataDir('deep'.repeat(20), 'deeper'.repeat(20))
  const server = await start(folder)
  expect(path.basename(server.socketDir).startsWith(shortSocketPrefix)).toBe(true)
  expect(await ask(server.url, kept)).toEqual([])
  await server.stop()
  await expect(stat(server.socketDir)).rejects.toThrow('ENOENT')
  const { holder, ended, said } = await hold(folder)
  holder.kill('SIGKILL')
  await ended
  const left = new URLSearchParams(said.url.split('?')[1]).get('host') ?? ''
  expect((await stat(left)).isDirectory()).toBe(true)
  await start(folder)
  await expect(stat(left)).rejects.toThrow('ENOENT')
})

describe('the database is closed to other users', () => {
  test('no TCP, a socket folder of its own, and a role without superpowers', async () => {
    const server = await start(await dataDir())
    expect((await stat(server.socketDir)).mode & 0o777).toBe(0o700)
    const [row] = await ask(
      server.url,
      `SELECT current_setting('listen_addresses') AS tcp, current_setting('fsync') AS fsync,
        (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS super`,
    )
    expect(row).toEqual({ tcp: '', fsync: 'on', super: false })
  })

  const nobody = 65534

  test.runIf(root)(
    'as root, it runs as a user that nothing else is, and `nobody` gets no way in',
    async () => {
      const folder = path.join(world, 'of-root')
      const server = await start(folder)
      const cluster = path.join(folder, 'database')
      const { uid, mode } = await stat(cluster)
      expect([uid >= 62_000 && uid < 65_000, mode & 0o777]).toEqual([true, 0o700])
      for (const inside of [cluster, server.socketDir])
        expect([await mayEnter(uid, inside), await mayEnter(nobody, inside)]).toEqual([true, false])
      await server.stop()
      // Chosen once.
      await start(folder)
      expect((await stat(cluster)).uid).toBe(uid)
    },
  )

  test.runIf(root)(
    'as root, a database of an older version that was user 65534 becomes its own',
    async () => {
      const folder = await dataDir()
      const cluster = path.join(folder, 'database')
      await promisify(execFile)('chown', ['-R', `${nobody}:${nobody}`, cluster])
      const server = await start(folder)
      await ask(server.url, 'INSERT INTO kept VALUES (1)')
      expect(await ask(server.url, kept)).toEqual([{ n: 1 }])
      const owners = await Promise.all([cluster, path.join(cluster, 'base')].map((one) => stat(one)))
      expect(owners.map(({ uid }) => uid >= 62_000 && uid < 65_000)).toEqual([true, true])
      expect(await mayEnter(nobody, server.socketDir)).toBe(false)
    },
  )

  test.runIf(root)('as root, where others may not enter, it runs in a user namespace', async () => {
    const closed = path.join(world, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const folder = path.join(closed, 'data')
    const server = await start(folder)
    expect((await stat(path.join(folder, 'database'))).uid).toBe(0)
    expect(await ask(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    await server.stop()
    // The same database, moved to where others may enter, stays root's.
    await rename(folder, path.join(world, 'moved'))
    const moved = await start(path.join(world, 'moved'))
    expect(await ask(moved.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })
})

describe('L14: a damaged database is refused, never replaced by an empty one', () => {
  const cases: [string, string, (folder: string) => Promise<unknown>][] = [
    ['the folder is gone', 'database.json says', (d) => rm(path.join(d, 'database'), { recursive: true })],
    [
      'the folder is empty',
      'is empty',
      async (d) => {
        await rm(path.join(d, 'database'), { recursive: true })
        await mkdir(path.join(d, 'database'))
      },
    ],
    [
      'pg_control is gone',
      'global/pg_control is missing',
      (d) => rm(path.join(d, 'database/global/pg_control')),
    ],
    ['PG_VERSION is gone', 'PG_VERSION is missing', (d) => rm(path.join(d, 'database/PG_VERSION'))],
    [
      'the version is another',
      'PostgreSQL 16',
      (d) => writeFile(path.join(d, 'database/PG_VERSION'), '16\n'),
    ],
    [
      'pg_control is overwritten',
      'did not start',
      (d) => scribble(path.join(d, 'database/global/pg_control'), 0),
    ],
    [
      'the log is gone',
      'did not start',
      async (d) => {
        await rm(path.join(d, 'database/pg_wal'), { recursive: true })
        await mkdir(path.join(d, 'database/pg_wal'))
      },
    ],
  ]
  test.each(cases)('%s', async (_name, sentence, damage) => {
    const folder = await dataDir()
    await damage(folder)
    const before = await readdir(path.join(folder, 'database')).catch((): string[] => [])
    expect(await refusal(folder)).toContain(sentence)
    const after = await readdir(path.join(folder, 'database')).catch((): string[] => [])
    expect(after.filter((file) => !before.includes(file))).toEqual([])
  })

  test('a block of a table is overwritten: reading it is an error', async () => {
    const folder = await dataDir()
    const server = await start(folder)
    await ask(server.url, 'INSERT INTO kept VALUES (1)')
    const [row] = await ask(server.url, "SELECT pg_relation_filepath('kept') AS file")
    await server.stop()
    await scribble(path.join(folder, 'database', String(row?.file)), 100)
    const again = await start(folder)
    await expect(ask(again.url, kept)).rejects.toMatchObject({ code: 'XX001' })
  })

  test('and counted and logged as damage; the file of a table that is gone is an error, no empty table', async () => {
    const folder = await dataDir()
    const server = await start(folder)
    await ask(
      server.url,
      'INSERT INTO kept VALUES (1); CREATE TABLE other (n int); INSERT INTO other VALUES (2)',
    )
    const [row] = await ask(
      server.url,
      "SELECT pg_relation_filepath('kept') AS kept, pg_relation_filepath('other') AS other",
    )
    await server.stop()
    await scribble(path.join(folder, 'database', String(row?.kept)), 100)
    await rm(path.join(folder, 'database', String(row?.other)))
    const lines: string[] = []
    const loud = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const again = await startEmbedded({ dataDir: folder, log: loud })
    opened.add(again)
    await expect(ask(again.url, kept)).rejects.toMatchObject({ code: 'XX001' })
    await expect(ask(again.url, 'SELECT n FROM other')).rejects.toMatchObject({ code: '58P01' })
    const counted =
      'SELECT checksum_failures::int AS n FROM pg_stat_database WHERE datname = current_database()'
    await expect.poll(() => ask(again.url, counted)).toEqual([{ n: 1 }])
    expect(
      lines.filter((line) => line.includes('the database is damaged: restore a backup')).length,
    ).toBeGreaterThan(1)
  })

  test('a creation that was killed half-way leaves nothing that looks like a database', async () => {
    const folder = path.join(world, `installation-${++count}`)
    await mkdir(path.join(folder, 'database.new/base'), { recursive: true })
    await writeFile(path.join(folder, 'database.new/PG_VERSION'), '18\n')
    const server = await start(folder)
    expect(await ask(server.url, 'SELECT current_database() AS name')).toEqual([{ name: 'sunkeeper' }])
    expect(await readdir(folder)).not.toContain('database.new')
  })
})

async function scribble(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(64, 0xa5), 0, 64, position)
  await handle.close()
}
