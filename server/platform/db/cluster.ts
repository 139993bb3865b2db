import {
  chown,
  chmod,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseStartError } from './binaries.ts'
import { shortSocketPrefix } from './orphan.ts'
import { makersOf, run, type Postgres } from './run-as.ts'

/** The role that owns the tables, no superuser, and the name of its database. */
export const databaseName = 'sunkeeper'
/** The superuser of the cluster, for nothing but what the owner may not do. */
export const superuser = 'postgres'

export const socketFile = '.s.PGSQL.5432'
/** Bytes of a socket's path, without the closing zero (sun_path of unix(7)). */
const socketPathLimit = process.platform === 'darwin' ? 103 : 107

/** Files without which a cluster cannot be read; postgres itself checks the contents. */
const essentials = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact']

export const clusterFolder = (dataDir: string) => path.join(dataDir, 'database')
const markerFile = (dataDir: string) => path.join(dataDir, 'database.json')

/** Who owns the cluster; undefined when there is none. */
export async function ownerOf(cluster: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(cluster).catch(() => undefined)
  return found && { uid: found.uid, gid: found.gid }
}

/**
 * Says whether DATA_DIR holds a whole cluster (true) or has never held one (false).
 * @throws DatabaseStartError for everything in between: a database that has lost parts must never be replaced by
 * an empty one.
 */
export async function inspectCluster(dataDir: string): Promise<boolean> {
  const cluster = clusterFolder(dataDir)
  const marked = await exists(markerFile(dataDir))
  const entries = await readdir(cluster).catch(() => undefined)
  if (entries === undefined || entries.length === 0) {
    if (!marked) return false
    throw damaged(
      dataDir,
      `${cluster} is ${entries ? 'empty' : 'missing'}, although database.json says a database was made`,
    )
  }
  for (const name of essentials) {
    if (!(await exists(path.join(cluster, name)))) throw damaged(dataDir, `${name} is missing in ${cluster}`)
  }
  return true
}

/** Makes the cluster when there is none, and sees that it fits this PostgreSQL. `durable: false` is for tests. */
export async function prepareCluster(dataDir: string, postgres: Postgres, durable: boolean): Promise<string> {
  const cluster = clusterFolder(dataDir)
  if (!(await inspectCluster(dataDir))) await createCluster(dataDir, postgres, durable)
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== String(postgres.major)) {
    throw new DatabaseStartError(
      `The database in ${dataDir} was made by PostgreSQL ${version}; this is ${postgres.version}. ` +
        'Restore a backup into a new DATA_DIR. Nothing was changed.',
    )
  }
  // Copying or restoring files as root leaves them with other owners, or with mixed ones.
  const owners = await Promise.all(
    [cluster, ...essentials.map((name) => path.join(cluster, name))].map(ownerOf),
  )
  if (owners.some((found) => found?.uid !== postgres.owner.uid)) await give(cluster, postgres)
  if (!(await exists(markerFile(dataDir)))) {
    await writeFile(markerFile(dataDir), `${JSON.stringify({ postgres: postgres.major })}\n`, { mode: 0o600 })
  }
  return cluster
}

/** Built aside and renamed when complete: a start that is killed half-way leaves no half database. */
async function createCluster(dataDir: string, postgres: Postgres, durable: boolean): Promise<void> {
  const unfinished = `${clusterFolder(dataDir)}.new`
  const makers = makersOf(postgres)
  for (const [no, maker] of makers.entries()) {
    try {
      await fillCluster(unfinished, { ...postgres, ...maker }, durable)
      break
    } catch (error) {
      if (no === makers.length - 1) throw error
    }
  }
  await give(unfinished, postgres)
  await rename(unfinished, clusterFolder(dataDir))
  const folder = await open(dataDir, 'r')
  if (durable) await folder.sync()
  await folder.close()
}

async function fillCluster(unfinished: string, postgres: Postgres, durable: boolean): Promise<void> {
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await give(unfinished, postgres)
  await must(postgres, 'initdb', [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    // Only the socket is a way in, and its folder is closed to others.
    '--auth-local=trust',
    '--auth-host=reject',
    ...(durable ? [] : ['--no-sync']),
  ])
  await must(
    postgres,
    'postgres',
    ['--single', '-D', unfinished, '-c', 'exit_on_error=on', 'postgres'],
    `CREATE ROLE ${databaseName} LOGIN CREATEDB\nCREATE DATABASE ${databaseName} OWNER ${databaseName}\n`,
  )
}

async function must(postgres: Postgres, program: string, args: readonly string[], input = ''): Promise<void> {
  const { code, output } = await run(postgres.runAs, path.join(postgres.bin, program), args, input)
  if (code !== 0) {
    const lines = output.split('\n')
    const said = lines.filter((line) => /\b(?:error|FATAL|PANIC|ERROR):/.test(line))
    throw new DatabaseStartError(
      `The database could not be made (${program}): ${(said.length > 0 ? said : lines).slice(-5).join(' ')}`,
    )
  }
}

/** A folder for the Unix socket: in DATA_DIR, or a short one of its own when that path is too long. */
export async function socketFolder(dataDir: string, postgres: Postgres): Promise<string> {
  let folder = path.join(dataDir, 'socket')
  if (Buffer.byteLength(path.join(folder, socketFile)) > socketPathLimit) {
    const parent = (await exists('/tmp')) ? '/tmp' : tmpdir()
    folder = await mkdtemp(path.join(parent, shortSocketPrefix))
  } else {
    await mkdir(folder, { recursive: true })
  }
  await give(folder, postgres)
  await chmod(folder, 0o700)
  return folder
}

async function give(folder: string, { owner }: Postgres): Promise<void> {
  if (process.getuid?.() !== 0) return
  await chown(folder, owner.uid, owner.gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

function damaged(dataDir: string, what: string): DatabaseStartError {
  return new DatabaseStartError(
    `The database is damaged: ${what}. Nothing was changed. Put the files back or restore a backup; ` +
      `for a new, empty installation choose another DATA_DIR than ${dataDir}.`,
  )
}
