import type { Readable } from 'node:stream'

/**
 * The store of files did not do what was asked of it: it cannot be reached, refuses, or broke off. To be tried again;
 * people are answered 503. The message names the store without its login.
 */
export class StoreTrouble extends Error {
  override name = 'StoreTrouble'
  /** As of a full disk, when it says that it is full. */
  readonly code: 'ENOSPC' | undefined

  constructor(message: string, { cause, full = false }: { cause?: unknown; full?: boolean } = {}) {
    super(message, { cause })
    this.code = full ? 'ENOSPC' : undefined
  }
}

export type Size = 'full' | 'thumb'

/** `body` ends after exactly `bytes`, or fails with StoreTrouble. Whoever does not read it to its end destroys it. */
export type OpenFile = { bytes: number; body: Readable }

/** `changedMs`: epoch ms by the clock of the store. */
export type StoredFile = { name: string; bytes: number; changedMs: number }

/** What is complete and near its place: nothing long is left to be done. */
export type Prepared = {
  /** Puts it there; whatever lay there is replaced as a whole. Once. @throws StoreTrouble, within 8 s */
  place: (name: string) => Promise<void>
  /** Takes away what is no longer needed, whether it was placed or not. Never fails: what is left is swept. */
  discard: () => Promise<void>
}

/** Where uploads lie: a folder, or a bucket. Names are those of `nameOf`; others are neither listed nor touched. */
export type FileStore = {
  /** For sentences and the log; without a login. */
  readonly title: string
  /** Others may keep files in the same place: what is not known here may be theirs. */
  readonly mayHoldOthers: boolean
  /** From a complete local file, before it is decided where it belongs. The file may be taken away by `place`. @throws StoreTrouble */
  prepare: (from: string) => Promise<Prepared>
  /** Puts a complete local file where it belongs; afterwards it may be gone from where it was. @throws StoreTrouble */
  put: (name: string, from: string) => Promise<void>
  /** null when there is no such file. @throws StoreTrouble */
  open: (name: string) => Promise<OpenFile | null>
  /** Bytes; null when there is no such file. @throws StoreTrouble */
  sizeOf: (name: string) => Promise<number | null>
  /** What is not there is no error. @throws StoreTrouble */
  erase: (name: string) => Promise<void>
  /** All that lies there, page by page. @throws StoreTrouble */
  list: () => AsyncGenerator<StoredFile[]>
  /** Removes what was prepared before that moment (epoch ms of the store's clock) and is left. Returns how many. */
  eraseUnfinished: (before: number) => Promise<number>
}

/** How a file is called: by its id alone, which the pipeline has found to be a uuid. Never by a name that was sent. */
export const nameOf = (id: string, size: Size): string =>
  `${id.slice(0, 2)}/${id}${size === 'thumb' ? '.thumb' : ''}`

const shape = /^([0-9a-f]{2})\/(\1[0-9a-f]{6}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.thumb)?$/

/** The file that a name is of; null when it is no name of a file. */
export const fileOfName = (name: string): { id: string; size: Size } | null => {
  const found = shape.exec(name)
  return found?.[2] === undefined ? null : { id: found[2], size: found[3] === undefined ? 'full' : 'thumb' }
}

export const eraseFile = async (store: FileStore, id: string): Promise<void> => {
  await store.erase(nameOf(id, 'full'))
  await store.erase(nameOf(id, 'thumb'))
}

/** Ids of all that lies in a store since before that moment (epoch ms of its clock), page by page. */
export async function* storedIds(store: FileStore, before: number): AsyncGenerator<string[]> {
  for await (const page of store.list()) {
    const old = page.filter(({ changedMs }) => changedMs < before)
    const ids = new Set(old.flatMap(({ name }) => fileOfName(name)?.id ?? []))
    if (ids.size > 0) yield [...ids]
  }
}

export const holdsNothing = async (store: FileStore): Promise<boolean> => {
  for await (const page of store.list()) if (page.length > 0) return false
  return true
}
