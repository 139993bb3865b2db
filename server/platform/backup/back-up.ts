import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { migrationLock } from '../db/migrate.ts'
import { pgCode } from '../db/trouble.ts'
import { copyOut } from '../files/copy-out.ts'
import { type FileStore, nameOf } from '../files/store.ts'
import { type ArchiveWriter, createArchive } from './archive.ts'
import { holdBackupLock, notAsOwner, openBackupSession } from './backup-session.ts'
import { columnsOfBytes, listSequences, listTables, quoted, type TableShape } from './catalogue.ts'
import {
  BackupError,
  dataFolder,
  FORMAT,
  headName,
  keptFolders,
  leftOut,
  uploads,
  type Manifest,
  manifestName,
  tableFolder,
  type TableEntry,
} from './manifest.ts'

export type BackUpOptions = {
  readonly url: string
  readonly dataDir: string
  /** Where uploads lie, when that is not the folder `files` of `dataDir`. */
  readonly files?: FileStore | null
  /** The archive to be made. */
  readonly to: string
  readonly version: string
  /** Epoch ms. */
  readonly now: number
}

export type BackedUp = {
  manifest: Manifest
  vanished: readonly string[]
  /** Uploads in use at that instant that are not in the archive, by id. */
  missing: readonly string[]
}

/** An archive's entry of a table holds this much, so that nothing larger ever stands in memory. */
const PIECE_BYTES = 4 * 1024 * 1024
const SNAPSHOT_ATTEMPTS = 10

/**
 * Writes everything of an installation into one archive while servers go on working: all rows as of one instant,
 * then the files. Files removed meanwhile are named in `vanished`; files are written once and never changed, so
 * what a row of that instant names is there unless somebody deleted it since.
 * @throws BackupError, StoreTrouble for what a person can mend; then no archive is left.
 */
export const backUp = async ({
  url,
  dataDir,
  files: elsewhere = null,
  to,
  version,
  now,
}: BackUpOptions): Promise<BackedUp> => {
  const client = await openBackupSession(url)
  try {
    const archive = await createArchive(to)
    try {
      await archive.put(headName, json({ format: FORMAT, version }))
      const shapes = await takeSnapshot(client)
      const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
        'SELECT name, sha256 FROM migration ORDER BY name COLLATE "C"',
      )
      const postgres = await client.query<{ server_version: string }>('SHOW server_version')
      const { files, vanished } = await putFiles(archive, dataDir, elsewhere)
      const missing = await missingFiles(client, files)
      const tables: TableEntry[] = []
      const binary = await columnsOfBytes(client)
      for (const shape of shapes) tables.push(await putTable(client, archive, shape, binary.has(shape.name)))
      // Sequences are outside of every snapshot: read last, they are never behind the rows.
      const sequences = await listSequences(client)
      await client.query('COMMIT')
      const manifest: Manifest = {
        format: FORMAT,
        version,
        createdAt: now,
        postgres: postgres.rows[0]?.server_version ?? '',
        migrations,
        tables,
        sequences,
        files,
      }
      await archive.put(manifestName, json(manifest))
      await archive.finish()
      return { manifest, vanished, missing }
    } catch (error) {
      await archive.abandon()
      return notAsOwner(error)
    }
  } finally {
    await client.end()
  }
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

/**
 * Begins the transaction that sees one instant. Tables are locked before the instant is fixed, against being dropped
 * while they are read; a partition made in between is noticed, and the attempt repeated.
 */
const takeSnapshot = async (client: Client): Promise<TableShape[]> => {
  // Migrations wait here, not at a table, where everybody else would wait behind them.
  await client.query('SELECT pg_advisory_lock_shared($1)', [migrationLock])
  await holdBackupLock(client)
  for (let attempt = 1; ; attempt += 1) {
    const before = await listTables(client)
    if (!before.some(({ name }) => name === 'migration'))
      throw new BackupError('This database holds no installation of Sunkeeper: there is nothing to back up.')
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const names = before.map(({ name }) => quoted(name)).join(', ')
    const locked = await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`).then(
      () => true,
      (error: unknown) => (pgCode(error) === '42501' ? notAsOwner(error) : false),
    )
    if (locked) {
      const shapes = await listTables(client)
      if (JSON.stringify(shapes) === JSON.stringify(before)) return shapes
    }
    await client.query('ROLLBACK')
    if (attempt === SNAPSHOT_ATTEMPTS)
      throw new BackupError('The tables keep changing; try again when no upgrade is running.')
  }
}

const putTable = async (
  client: Client,
  archive: ArchiveWriter,
  shape: TableShape,
  binary: boolean,
): Promise<TableEntry> => {
  const hash = createHash('sha256')
  let [bytes, held, piece] = [0, 0, 0]
  let chunks: Buffer[] = []
  const flush = async (): Promise<void> => {
    if (held === 0) return
    piece += 1
    const whole = Buffer.concat(chunks)
    chunks = []
    held = 0
    await archive.put(`${tableFolder}${shape.name}/${String(piece).padStart(6, '0')}`, whole)
  }
  const entry = (rows: number): TableEntry => ({
    ...shape,
    ...(binary ? { binary } : {}),
    rows,
    bytes,
    sha256: hash.digest('hex'),
  })
  if (leftOut.has(shape.name)) return entry(0)
  const copy = client.query(
    copyTo(
      `COPY ${quoted(shape.name)} (${shape.columns.map(quoted).join(', ')}) TO STDOUT${binary ? ' (FORMAT binary)' : ''}`,
    ),
  )
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    held += chunk.length
    chunks.push(chunk)
    if (held >= PIECE_BYTES) await flush()
  }
  await flush()
  return entry(copy.rowCount)
}

const putFiles = async (
  archive: ArchiveWriter,
  dataDir: string,
  elsewhere: FileStore | null,
): Promise<{ files: Manifest['files']; vanished: string[] }> => {
  const files: Manifest['files'] = []
  const vanished: string[] = []
  for (const folder of keptFolders) {
    if (folder === uploads && elsewhere !== null) {
      await putStored(archive, elsewhere, files, vanished)
      continue
    }
    const found = await readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
    const names = found
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
      .sort()
    for (const name of names) {
      const file = path.join(dataDir, name)
      const size = await stat(file).then(
        (found) => found.size,
        () => null,
      )
      if (size === null) {
        vanished.push(name)
        continue
      }
      const hash = createHash('sha256')
      const inside = name.split(path.sep).join('/')
      await archive.putStream(`${dataFolder}${inside}`, size, hashed(file, size, hash))
      files.push({ path: inside, bytes: size, sha256: hash.digest('hex') })
    }
  }
  return { files, vanished }
}

/** @throws BackupError when none is there at all: then they lie elsewhere. */
const missingFiles = async (client: Client, files: Manifest['files']): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM file WHERE removed_at IS NULL ORDER BY id',
  )
  const there = new Set(files.map(({ path: inside }) => inside))
  const missing = rows.map(({ id }) => id).filter((id) => !there.has(`${uploads}/${nameOf(id, 'full')}`))
  if (missing.length > 0 && missing.length === rows.length)
    throw new BackupError(
      `None of the ${rows.length} uploaded files in use was found. Set DATA_DIR and FILES_URL as for the server.`,
    )
  return missing
}

/** What lies elsewhere, called as in the folder. One file at a time is brought here first: what breaks off is read again. */
const putStored = async (
  archive: ArchiveWriter,
  store: FileStore,
  files: Manifest['files'],
  vanished: string[],
): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunkeeper-backup-'))
  const local = path.join(folder, 'file')
  try {
    for await (const page of store.list()) {
      for (const { name } of page) {
        const inside = `${uploads}/${name}`
        const copied = await copyOut(store, name, local)
        if (copied === null) {
          vanished.push(inside)
          continue
        }
        await archive.putStream(`${dataFolder}${inside}`, copied.bytes, createReadStream(local))
        files.push({ path: inside, ...copied })
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* hashed(file: string, size: number, hash: Hash): AsyncGenerator<Buffer> {
  if (size === 0) return
  for await (const chunk of createReadStream(file, { end: size - 1 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}
