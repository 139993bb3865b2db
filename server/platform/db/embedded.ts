import { mkdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { DatabaseStartError, locateBinaries } from './binaries.ts'
import {
  clusterFolder,
  databaseName,
  inspectCluster,
  ownerOf,
  prepareCluster,
  socketFolder,
  superuser,
} from './cluster.ts'
import { lockDataDir } from './data-lock.ts'
import { everydayRoleOf } from './everyday-role.ts'
import { settleOrphan, shortSocketPrefix } from './orphan.ts'
import { choosePostgres } from './run-as.ts'
import { startPostmaster } from './postmaster.ts'
import { supervise, type Supervised } from './supervise.ts'

export type EmbeddedOptions = {
  /** The folder of everything this installation keeps; made when missing. */
  readonly dataDir: string
  readonly log: Logger
  /** Server settings on top of our own. Only tests turn `fsync` off. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A running PostgreSQL that is started again when it dies. `stop` ends it and gives DATA_DIR free. */
export type Embedded = Supervised & {
  /** As the owner of the tables. */
  readonly url: string
  /** As the role of everyday work, which may become nobody else. */
  readonly everydayUrl: string
  readonly socketDir: string
  readonly version: string
}

/**
 * A machine for one installation is small: the memory and processes of a PostgreSQL made for a hundred users would
 * be most of what it has. Everything that makes a commit durable keeps its default.
 */
const ownSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '50',
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  // A disk without moving parts: reading a few rows by an index beats reading the whole table early.
  random_page_cost: '1.1',
  maintenance_work_mem: '64MB',
  temp_buffers: '4MB',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failing statement carries its values, and they may be secrets: its sender logs the code, this log none.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

/**
 * Starts, or makes and starts, the database of DATA_DIR and waits until it answers.
 * @throws DatabaseStartError with a sentence for the person who starts the server.
 */
export async function startEmbedded({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Embedded> {
  // 0711: the user that runs PostgreSQL passes through and sees nothing else.
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const home = await realpath(dataDir)
  const lock = lockDataDir(home)
  let socketDir: string | undefined
  try {
    const cluster = clusterFolder(home)
    await inspectCluster(home)
    await settleOrphan(cluster, log)
    const binaries = await locateBinaries()
    const postgres = await choosePostgres({ binaries, dataDir: home, clusterOwner: await ownerOf(cluster) })
    await prepareCluster(home, postgres, settings.fsync !== 'off')
    socketDir = await socketFolder(home, postgres)
    const ends = socketDir
    const args = Object.entries({ ...ownSettings, ...settings })
    const supervised = await supervise({
      log,
      start: (signal) => startPostmaster({ postgres, cluster, socketDir: ends, settings: args, log, signal }),
      async closed() {
        await removeShort(ends)
        lock.release()
      },
    })
    await makeEverydayRole(ends).catch(async (error: unknown) => {
      await supervised.stop()
      throw error
    })
    log.info(
      { version: postgres.version, runAs: postgres.runAs.kind, pid: supervised.pid() },
      'database started',
    )
    return {
      ...supervised,
      url: embeddedUrl(ends),
      everydayUrl: embeddedUrl(ends, everydayRole),
      socketDir: ends,
      version: postgres.version,
    }
  } catch (error) {
    if (socketDir !== undefined) await removeShort(socketDir)
    lock.release()
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(`The database in ${home} cannot be started: ${String(error)}`, {
      cause: error,
    })
  }
}

/** The address of the embedded database whose socket is in this folder. */
export const embeddedUrl = (socketDir: string, role = databaseName, database = databaseName): string =>
  `postgresql://${role}@/${database}?host=${encodeURIComponent(socketDir)}&port=5432`

const everydayRole = everydayRoleOf(databaseName)

/** Databases of older versions were made without it. The owner is a member, to look after its sessions; never the other way round. */
async function makeEverydayRole(socketDir: string): Promise<void> {
  const client = new Client({ connectionString: embeddedUrl(socketDir, superuser, 'postgres') })
  client.on('error', () => {}) // a lost connection also fails the statement under way
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [everydayRole])
    if (rowCount === 0) await client.query(`CREATE ROLE ${everydayRole} LOGIN ROLE ${databaseName}`)
  } finally {
    await client.end()
  }
}

async function removeShort(socketDir: string): Promise<void> {
  if (path.basename(socketDir).startsWith(shortSocketPrefix))
    await rm(socketDir, { recursive: true, force: true })
}
