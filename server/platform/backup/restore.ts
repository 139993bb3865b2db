import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Logger } from 'pino'
import { makeSchema, migrate, migrationLock, readMigrations } from '../db/migrate.ts'
import { type FileStore, fileOfName, holdsNothing } from '../files/store.ts'
import { entriesOf } from './archive.ts'
import { notAsOwner, openBackupSession } from './backup-session.ts'
import { analyseTables, dropEverything, foreignKeys, listSequences, listTables, quoted } from './catalogue.ts'
import { fileOf, tableOf } from './check-backup.ts'
import {
  BackupError,
  keptFolders,
  ownWins,
  type Manifest,
  publicFiles,
  type TableEntry,
  uploads,
} from './manifest.ts'
import { writeDown } from './write-down.ts'

export type RestoreOptions = {
  readonly url: string
  readonly dataDir: string
  /** Where uploads are to lie, when that is not the folder `files` of `dataDir`. */
  readonly files?: FileStore | null
  readonly log: Logger
  /** Where the migrations of this version are; its own by default. */
  readonly migrationFolder?: string
}

/**
 * Restores an archive that `checkBackup` has passed into an empty installation: all rows in one transaction, the
 * files beside, then the migrations that are newer than the archive. Whatever fails before the commit leaves the
 * target as empty as it was.
 * @throws BackupError when the target is not empty or in use, or the archive is no longer what was checked; StoreTrouble.
 */
export const restoreBackup = async (
  file: string,
  manifest: Manifest,
  { url, dataDir, files: elsewhere = null, log, migrationFolder }: RestoreOptions,
): Promise<void> => {
  await refuseFilled(dataDir, elsewhere)
  const client = await openBackupSession(url)
  const incoming = path.join(dataDir, `restoring-${process.pid}`)
  const moved: string[] = []
  const away: Away | null = elsewhere === null ? null : { store: elsewhere, put: [] }
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await refuseInUse(client)
    await client.query('BEGIN')
    await refuseNotEmpty(client)
    await dropEverything(client)
    await makeSchema(client, (await readMigrations(migrationFolder)).slice(0, manifest.migrations.length))
    // As a start makes it: the database that comes along may run as another user, and has to come through.
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    await load(client, file, manifest, incoming, away)
    // What is left of it belongs to no row.
    if (away !== null) await rm(path.join(incoming, uploads), { recursive: true, force: true })
    for (const folder of await readdir(incoming).catch(() => [])) {
      if (await holdsAnything(path.join(dataDir, folder))) continue
      // An empty folder may stand there.
      await rm(path.join(dataDir, folder), { recursive: true, force: true })
      await rename(path.join(incoming, folder), path.join(dataDir, folder))
      moved.push(folder)
    }
  } catch (error) {
    for (const folder of moved) await rm(path.join(dataDir, folder), { recursive: true, force: true })
    await rm(incoming, { recursive: true, force: true })
    if (away !== null) await takeBack(away, log)
    await client.end() // and with it the transaction, also in the middle of a COPY
    return notAsOwner(error)
  }
  await client.query('COMMIT').finally(() => client.end())
  await rm(incoming, { recursive: true, force: true })
  await migrate(url, { log, ...(migrationFolder === undefined ? {} : { folder: migrationFolder }) })
  await analyse(url)
}

/** Uploads that lie elsewhere already. */
type Away = { store: FileStore; put: string[] }

const takeBack = async ({ store, put }: Away, log: Logger): Promise<void> => {
  while (put.length > 0) {
    const name = put.at(-1) ?? ''
    try {
      await store.erase(name)
    } catch (err) {
      log.error({ err, left: put.length }, `files were left in the ${store.title}; empty it by hand`)
      return
    }
    put.pop()
  }
}

const holdsAnything = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).length > 0

const refuseFilled = async (dataDir: string, elsewhere: FileStore | null): Promise<void> => {
  if (elsewhere !== null && !(await holdsNothing(elsewhere)))
    throw new BackupError(
      `The ${elsewhere.title} is not empty. Restore into an empty installation: choose another bucket or prefix.`,
    )
  for (const folder of keptFolders) {
    if (folder === uploads && elsewhere !== null) continue
    if (!ownWins.has(folder) && (await holdsAnything(path.join(dataDir, folder))))
      throw new BackupError(
        `${path.join(dataDir, folder)} is not empty. Restore into an empty installation: choose another DATA_DIR, or move that folder away.`,
      )
  }
}

const refuseInUse = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'sunkeeper'`,
  )
  if ((rows[0]?.n ?? 0) > 0) throw new BackupError('A server is using this database. Stop it, then restore.')
}

/**
 * What a server leaves in the tables before anybody uses it: the hash of the set-up code, the pair that push messages
 * are signed with, mistyped codes, and how far the rules have judged.
 */
const firstStart: readonly string[] = ['migration', 'installation', 'push_key', 'attempt', 'rule_collection']

/** A server that was started and never used has a schema and what its first start left, nothing else. */
const refuseNotEmpty = async (client: Client): Promise<void> => {
  const tables = await listTables(client)
  if (tables.length > 0 && !tables.some(({ name }) => name === 'migration'))
    throw new BackupError('This database holds tables of something else. Make a database of its own.')
  for (const { name } of tables) {
    if (firstStart.includes(name)) continue
    const { rowCount } = await client.query(`SELECT FROM ${quoted(name)} LIMIT 1`)
    if (rowCount !== 0)
      throw new BackupError(
        `This installation is not empty (${name} holds rows). Restore into an empty one: another DATA_DIR or another database. Nothing was changed.`,
      )
  }
}

const load = async (
  client: Client,
  file: string,
  manifest: Manifest,
  incoming: string,
  away: Away | null,
): Promise<void> => {
  const keys = await foreignKeys(client)
  for (const { drop } of keys) await client.query(drop)
  await makePartitions(client, manifest)
  const tables = manifest.tables
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  await loadEntries(client, file, manifest, incoming, away)
  for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
  for (const { add } of keys) await client.query(add)
  await setSequences(client, manifest)
}

const shape = ({ name, columns }: Pick<TableEntry, 'name' | 'columns'>): string =>
  `${name}(${columns.toSorted().join()})`

/** How partitions keep their rows, where that is not as usual: small rows of `reading_packed` are compressed too (migration 0259). */
const partitionSettings: Readonly<Record<string, string>> = {
  reading_packed: 'WITH (toast_tuple_target = 128)',
}

/** Partitions as the server makes them; then the tables must be exactly those of the archive, column by column. */
const makePartitions = async (client: Client, { tables }: Manifest): Promise<void> => {
  for (const { name, partition } of tables) {
    if (partition === null) continue
    const limits = [partition.from, partition.to].map((at) => client.escapeLiteral(at))
    await client.query(
      `CREATE TABLE ${quoted(name)} (LIKE ${quoted(partition.of)} INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING CONSTRAINTS INCLUDING STORAGE)
         ${partitionSettings[partition.of] ?? ''};
       ALTER TABLE ${quoted(partition.of)} ATTACH PARTITION ${quoted(name)} FOR VALUES FROM (${limits[0]}) TO (${limits[1]})`,
    )
  }
  const made = (await listTables(client)).map(shape).toSorted()
  if (JSON.stringify(made) !== JSON.stringify(tables.map(shape).toSorted()))
    throw new BackupError('The tables of the archive are not those of its schema. Nothing was changed.')
}

const changed = () =>
  new BackupError('The archive changed after it was checked. Nothing was restored; try again.')

/** One COPY a table, one file a file, each compared with the manifest again as it goes by. */
const loadEntries = async (
  client: Client,
  file: string,
  manifest: Manifest,
  incoming: string,
  away: Away | null,
): Promise<void> => {
  const due = new Map(manifest.tables.map((one) => [one.name, one]))
  const files = new Map(manifest.files.map((one) => [one.path, one]))
  let open: TableLoad | null = null
  for await (const { name, body } of entriesOf(file)) {
    const table = tableOf(name)
    if (open !== null && open.name !== table) {
      await open.end()
      open = null
    }
    if (table !== null) {
      const entry = due.get(table)
      if (open === null) due.delete(table)
      if (entry === undefined && open === null) throw changed()
      open ??= loadTable(client, entry as TableEntry)
      for await (const chunk of body) await open.write(chunk)
      continue
    }
    const inside = fileOf(name)
    if (inside === null) {
      for await (const _ of body); // the head and the manifest, which are known already
      continue
    }
    const entry = files.get(inside)
    files.delete(inside)
    if (entry === undefined) throw changed()
    const local = path.join(incoming, inside)
    if ((await writeDown(local, body, publicFiles.has(inside) ? 0o644 : 0o600)) !== entry.sha256)
      throw changed()
    if (away !== null && inside.startsWith(`${uploads}/`)) await putAway(away, inside, local)
  }
  await open?.end()
  if (files.size > 0 || [...due.values()].some(({ bytes }) => bytes > 0)) throw changed()
}

const putAway = async ({ store, put }: Away, inside: string, local: string): Promise<void> => {
  const name = inside.slice(uploads.length + 1)
  // In a folder there may be more, such as what was being received.
  if (fileOfName(name) !== null) {
    put.push(name)
    await store.put(name, local)
  }
  await rm(local, { force: true })
}

type TableLoad = { name: string; write: (chunk: Buffer) => Promise<void>; end: () => Promise<void> }

const loadTable = (client: Client, entry: TableEntry): TableLoad => {
  const hash = createHash('sha256')
  const columns = entry.columns.map(quoted).join(', ')
  const stream = client.query(
    copyFrom(
      `COPY ${quoted(entry.name)} (${columns}) FROM STDIN${entry.binary === true ? ' (FORMAT binary)' : ''}`,
    ),
  )
  const done = finished(stream)
  done.catch(() => {}) // reported by the write or the end that meets it
  return {
    name: entry.name,
    write: async (chunk) => {
      hash.update(chunk)
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
    },
    end: async () => {
      stream.end()
      await done
      if (stream.rowCount !== entry.rows || hash.digest('hex') !== entry.sha256) throw changed()
    },
  }
}

const setSequences = async (client: Client, { sequences }: Manifest): Promise<void> => {
  const known = new Set((await listSequences(client)).map(({ name }) => name))
  for (const { name, last, called } of sequences) {
    if (!known.has(name)) throw new BackupError(`The archive has a sequence ${name} that its schema lacks.`)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quoted(name), last, called])
  }
}

/** The planner knows nothing of tables that were just filled. */
const analyse = async (url: string): Promise<void> => {
  const client = await openBackupSession(url)
  try {
    await analyseTables(client)
  } finally {
    await client.end()
  }
}
