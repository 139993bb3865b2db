import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { run, type RunAs } from '#server/platform/db/run-as.ts'
import { firstFile } from '../../tests/first-file.ts'

/** The folder of a PostgreSQL 15 of this machine: POSTGRES_15, or where Debian and Homebrew put it. */
export const findPostgres15 = (): string | null => {
  const places = [
    process.env['POSTGRES_15'],
    '/usr/lib/postgresql/15/bin',
    '/opt/homebrew/opt/postgresql@15/bin',
  ]
  const program = firstFile(
    places.flatMap((place) => (place ? join(place, 'initdb') : [])),
    constants.X_OK,
  )
  return program && dirname(program)
}

/** Its superuser, as soon as it takes connections. @throws what it said last, after 20 s. */
const firstClient = async (host: string): Promise<Client> => {
  for (let waited = 1; ; waited += 1) {
    const client = new Client({ host, user: 'keeper', database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (waited === 200) throw error
      await pause(100)
    }
  }
}

/**
 * A PostgreSQL in a folder of its own, run by an ordinary user of the machine; its role may make databases, take on the
 * role of everyday work, and nothing more. Settings are its defaults, but for `fsync`.
 */
export const startOtherPostgres = async (
  bin: string,
): Promise<{ url: string; superuserUrl: string; version: string; stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'sunkeeper-postgres-'))
  const runAs: RunAs =
    process.getuid?.() === 0 ? { kind: 'user', uid: 65_534, gid: 65_534 } : { kind: 'self' }
  // The tests connect through the socket in it, whoever they are.
  await chmod(folder, 0o711)
  if (runAs.kind === 'user') await chown(folder, runAs.uid, runAs.gid)
  const cluster = join(folder, 'cluster')
  const made = await run(runAs, join(bin, 'initdb'), [
    '-D',
    cluster,
    '-U',
    'keeper',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ])
  if (made.code !== 0) throw new Error(`initdb: ${made.output}`)
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      cluster,
      '-k',
      folder,
      '-c',
      'listen_addresses=',
      '-c',
      'fsync=off',
      '-c',
      'unix_socket_permissions=0777',
    ],
    {
      cwd: '/',
      stdio: 'ignore',
      ...(runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid } : {}),
    },
  )
  const ended = once(server, 'exit')
  const stop = async (): Promise<void> => {
    server.kill('SIGINT')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const keeper = await firstClient(folder)
    const { rows } = await keeper.query<{ server_version: string }>('SHOW server_version')
    await keeper.query('CREATE ROLE sunkeeper LOGIN CREATEDB')
    await keeper.query('CREATE ROLE sunkeeper_app')
    await keeper.query('GRANT sunkeeper_app TO sunkeeper')
    await keeper.query('CREATE DATABASE sunkeeper OWNER sunkeeper')
    await keeper.end()
    const at = `?host=${encodeURIComponent(folder)}&port=5432`
    const url = `postgresql://sunkeeper@/sunkeeper${at}`
    return {
      url,
      superuserUrl: `postgresql://keeper@/postgres${at}`,
      version: rows[0]?.server_version ?? '',
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
