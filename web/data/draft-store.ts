import { createStore, del, get, set, type UseStore } from 'idb-keyval'

/**
 * What a person typed and has not saved. It lives in IndexedDB, so that leaving, reloading, an update of the app and an
 * expired session lose nothing; and in memory, for browsers that store nothing. Local storage is not for this.
 */
const memory = new Map<string, unknown>()
let store: UseStore | null = null
const drafts = (): UseStore => (store ??= createStore('sunkeeper-drafts', 'drafts'))

/** Whose and of what: another person on the same phone sees nothing of it. */
export const draftKey = (personId: string, what: string): string => `${personId} ${what}`

/** The draft; undefined when there is none. What cannot be read is none. */
export const readDraft = async <T>(key: string): Promise<T | undefined> => {
  return memory.has(key) ? (memory.get(key) as T) : readStored<T>(key)
}

/** False when it is kept in memory alone. */
export const writeDraft = async (key: string, draft: unknown): Promise<boolean> => {
  memory.set(key, draft)
  try {
    await set(key, draft, drafts())
    return true
  } catch {
    return false
  }
}

export const dropDraft = async (key: string): Promise<void> => {
  memory.delete(key)
  try {
    await del(key, drafts())
  } catch {
    // What was never stored need not be removed.
  }
}

/** As it outlives the page: what this browser refused to store is in memory alone, and undefined here. */
export const readStored = async <T>(key: string): Promise<T | undefined> => {
  try {
    return await get<T>(key, drafts())
  } catch {
    return undefined
  }
}

export const isStored = async (key: string): Promise<boolean> => (await readStored(key)) !== undefined
