import * as z from 'zod/mini'

/** The layout of archives that this version writes. In the one before, which it reads too, no table was binary. */
export const FORMAT = 2
export const formats = [1, FORMAT] as const

/** The first entry of an archive, the last one, and the folders between them. */
export const headName = 'sunkeeper-backup.json'
export const manifestName = 'manifest.json'
export const tableFolder = 'tables/'
export const dataFolder = 'data/'

/** Pictures and documents that people have sent; they may lie in a bucket instead. */
export const uploads = 'files'
/**
 * Folders of DATA_DIR that belong to an installation beside its database. `files`: uploads. `keys`: what the server
 * signs or proves itself with; without them what was signed before is worthless. `tls`: the own certificate
 * authority, which phones and gateways were told to trust one by one.
 */
export const keptFolders = [uploads, 'keys', 'tls'] as const
/** Of those, what a new machine may have made for itself already; then it keeps its own. */
export const ownWins: ReadonlySet<string> = new Set(['tls'])
/** What others on the machine may read, as where it is made; all else is its owner's alone. */
export const publicFiles: ReadonlySet<string> = new Set(['tls/ca.crt', 'tls/server.crt'])

/** Tables whose rows stay out of a backup: a stolen archive opens no session, everybody signs in again. */
export const leftOut: ReadonlySet<string> = new Set(['session'])

/** Something the person at the keyboard can act on: shown without a stack. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export const damaged = (file: string, why: string): BackupError =>
  new BackupError(`The archive ${file} is damaged, or no backup of Sunkeeper: ${why}. Use another.`)

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.nonnegative())
const identifier = z.string().check(z.minLength(1), z.maxLength(63))

const table = z.strictObject({
  name: identifier,
  columns: z.array(identifier),
  rows: count,
  /** Bytes of COPY and their hash. */
  bytes: count,
  sha256,
  /** COPY's binary form in place of its text, which says each byte of a `bytea` in two. */
  binary: z.optional(z.literal(true)),
  /** Of a partition: its table and its limits. */
  partition: z.nullable(z.strictObject({ of: identifier, from: z.string(), to: z.string() })),
})

/** `a/b.jpg`: names only, none of them hidden or leading upwards. */
const filePath = z
  .string()
  .check(
    z.refine((text) =>
      text.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part)),
    ),
  )

export const headSchema = z.object({ format: z.int(), version: z.string() })

export const manifestSchema = z.strictObject({
  format: z.literal(formats),
  /** Of the program that wrote it. */
  version: z.string(),
  /** Epoch ms. */
  createdAt: z.int(),
  postgres: z.string(),
  /** The schema's level: every migration that had run. */
  migrations: z.array(z.strictObject({ name: z.string(), sha256 })),
  tables: z.array(table),
  sequences: z.array(
    z.strictObject({ name: identifier, last: z.string().check(z.regex(/^-?\d+$/)), called: z.boolean() }),
  ),
  /** Below DATA_DIR. */
  files: z.array(z.strictObject({ path: filePath, bytes: count, sha256 })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type TableEntry = Manifest['tables'][number]

/** What a person wants to know of a backup, in one line. */
export const summary = ({ tables, files }: Manifest): string => {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0)
  return `${rows} rows in ${tables.length} tables, ${files.length} files (${(bytes / 1024 ** 2).toFixed(1)} MB)`
}
