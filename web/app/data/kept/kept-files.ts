import { get, keys, set } from 'idb-keyval'
import { personIdNow } from '../signed-in.ts'
import { withKept } from './kept-store.ts'

type Size = 'thumb' | 'whole'
type Entry = { contract: string; at: number; data: Blob }

const keyOf = (personId: string, id: string, size: Size): string => `${personId} file ${id} ${size}`
const addressOf = (id: string, size: Size): string =>
  `/api/files/${id}${size === 'thumb' ? '?size=thumb' : ''}`

/** A stored file as this phone kept it for whoever is signed in; null when it did not. */
export const keptFile = async (id: string, size: Size): Promise<Blob | null> => {
  const personId = personIdNow()
  if (personId === null) return null
  return (await withKept((kept) => get<Entry>(keyOf(personId, id, size), kept)))?.data ?? null
}

/** Which of them are here already. */
export const keptFiles = async (): Promise<ReadonlySet<string>> => {
  const personId = personIdNow()
  const all = (await withKept((kept) => keys<string>(kept))) ?? []
  return new Set(all.filter((key) => key.startsWith(`${personId} file `)))
}

/** Keeps a file for the day without a network. Resolves with its size, bytes; null when it could not be read. */
export const keepFile = async (
  id: string,
  size: Size,
  there: ReadonlySet<string>,
): Promise<number | null> => {
  const personId = personIdNow()
  if (personId === null) return null
  const key = keyOf(personId, id, size)
  if (there.has(key)) return 0
  const response = await fetch(addressOf(id, size), { headers: { 'sunkeeper-person': personId } }).catch(
    () => null,
  )
  if (!response?.ok) return null
  const data = await response.blob()
  const entry: Entry = { contract: import.meta.env.CONTRACT, at: Date.now(), data }
  if (personIdNow() !== personId) return null
  await withKept((kept) => set(key, entry, kept))
  return data.size
}
