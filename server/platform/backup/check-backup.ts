import { createHash, type Hash } from 'node:crypto'
import * as z from 'zod/mini'
import { readMigrations } from '../db/migrate.ts'
import { type ArchiveEntry, entriesOf } from './archive.ts'
import {
  BackupError,
  damaged,
  dataFolder,
  formats,
  FORMAT,
  headName,
  headSchema,
  type Manifest,
  manifestName,
  manifestSchema,
  tableFolder,
} from './manifest.ts'

/** No manifest is larger; about 400,000 files. */
const MANIFEST_MAX = 64 * 1024 * 1024

/** What an entry belongs to: a table by its name, a file by its path below DATA_DIR. */
export const tableOf = (entry: string): string | null =>
  entry.startsWith(tableFolder) ? (entry.slice(tableFolder.length).split('/')[0] ?? null) : null
export const fileOf = (entry: string): string | null =>
  entry.startsWith(dataFolder) ? entry.slice(dataFolder.length) : null

const readAll = async (file: string, { name, size, body }: ArchiveEntry): Promise<Buffer> => {
  if (size > MANIFEST_MAX) throw damaged(file, `${name} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const parse = async <T extends z.ZodMiniType>(
  schema: T,
  file: string,
  entry: ArchiveEntry,
): Promise<z.infer<T>> => {
  const bytes = await readAll(file, entry)
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw damaged(file, `${entry.name} cannot be read`)
  }
  const read = schema.safeParse(value)
  if (!read.success) throw damaged(file, `${entry.name} is not understood: ${z.prettifyError(read.error)}`)
  return read.data
}

type Sum = { bytes: number; hash: Hash }

/**
 * Reads a whole archive and compares everything in it with its manifest, writing nothing.
 * @throws BackupError when it is damaged, cut off, of another layout, or of a schema that this version does not have.
 */
export const checkBackup = async (file: string, migrationFolder?: string): Promise<Manifest> => {
  const sums = new Map<string, Sum>()
  let manifest: Manifest | null = null
  let begun = false
  for await (const entry of entriesOf(file)) {
    if (!begun) {
      if (entry.name !== headName) throw damaged(file, `it begins with ${entry.name}`)
      const head = await parse(headSchema, file, entry)
      if (!formats.some((known) => known === head.format))
        throw new BackupError(
          `The archive ${file} was written by Sunkeeper ${head.version} in layout ${head.format}; this version reads layouts up to ${FORMAT}. Use a newer version.`,
        )
      begun = true
    } else if (manifest !== null) throw damaged(file, `${entry.name} follows its end`)
    else if (entry.name === manifestName) manifest = await parse(manifestSchema, file, entry)
    else await add(sums, file, entry)
  }
  if (manifest === null) throw damaged(file, 'it has no end')
  compare(file, manifest, sums)
  await compareSchema(file, manifest, migrationFolder)
  return manifest
}

const add = async (sums: Map<string, Sum>, file: string, entry: ArchiveEntry): Promise<void> => {
  const key = tableOf(entry.name) === null ? entry.name : `${tableFolder}${tableOf(entry.name)}`
  if (fileOf(entry.name) !== null && sums.has(key)) throw damaged(file, `${key} stands in it twice`)
  const sum = sums.get(key) ?? { bytes: 0, hash: createHash('sha256') }
  for await (const chunk of entry.body) {
    sum.bytes += chunk.length
    sum.hash.update(chunk)
  }
  sums.set(key, sum)
}

const compare = (file: string, { tables, files }: Manifest, sums: Map<string, Sum>): void => {
  const expected = [
    ...tables.map((one) => ({ ...one, key: `${tableFolder}${one.name}` })),
    ...files.map((one) => ({ ...one, key: `${dataFolder}${one.path}` })),
  ]
  for (const { key, bytes, sha256 } of expected) {
    const found = sums.get(key) ?? { bytes: 0, hash: createHash('sha256') }
    sums.delete(key)
    if (found.bytes !== bytes || found.hash.digest('hex') !== sha256)
      throw damaged(file, `${key} is not what its manifest says`)
  }
  const [surplus] = sums.keys()
  if (surplus !== undefined) throw damaged(file, `its manifest does not know ${surplus}`)
}

const compareSchema = async (
  file: string,
  { version, migrations }: Manifest,
  folder?: string,
): Promise<void> => {
  const own = await readMigrations(folder)
  for (const [index, { name, sha256 }] of migrations.entries()) {
    const mine = own[index]
    if (mine === undefined)
      throw new BackupError(
        `The archive ${file} was written by a newer Sunkeeper (${version}, schema ${migrations.at(-1)?.name}); ` +
          `this version knows the schema up to ${own.at(-1)?.name}. Upgrade first, then restore.`,
      )
    if (mine.name !== name || mine.sha256 !== sha256)
      throw new BackupError(
        `The archive ${file} has the schema ${name} where this version has ${mine.name} in another form: not its backup.`,
      )
  }
}
