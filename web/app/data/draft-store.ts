import { createStore, get, promisifyRequest, type UseStore } from 'idb-keyval'

/**
 * What a person typed and has not saved. It lives in IndexedDB, so that leaving, reloading, an update of the app and an
 * expired session lose nothing; and in memory, for browsers that store nothing. Local storage is not for this.
 */
const memory = new Map<string, unknown>()
let store: UseStore | null = null
const drafts = (): UseStore => (store ??= createStore('sunkeeper-drafts', 'drafts'))

/** A page that is just being left hears no more of its requests: what it asked for stands because it says so itself. */
const change = (ask: (store: IDBObjectStore) => void): Promise<void> =>
  drafts()('readwrite', (store) => {
    ask(store)
    const done = promisifyRequest(store.transaction)
    store.transaction.commit()
    return done
  })

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
    await change((store) => void store.put(draft, key))
    return true
  } catch {
    return false
  }
}

export const dropDraft = async (key: string): Promise<void> => {
  memory.delete(key)
  try {
    await change((store) => void store.delete(key))
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

/** A page that has a draft in its hands. `flush` keeps what waits; `again`: what is kept has changed under it. */
type Holder = { flush: () => Promise<void>; again: () => void }

const holders = new Set<{ key: string; holder: Holder }>()
const of = (key: string): Holder[] =>
  [...holders].filter((one) => one.key === key).map(({ holder }) => holder)

/** Who works on which draft on this page, so that what is written to it from elsewhere does not pass them by. */
export const draftsInHand = {
  hold: (key: string, holder: Holder): (() => void) => {
    const one = { key, holder }
    holders.add(one)
    return () => holders.delete(one)
  },
  /** Before a draft is changed from elsewhere: what was typed is part of it. */
  flush: (key: string): Promise<unknown> => Promise.all(of(key).map(({ flush }) => flush())),
  /** Afterwards: the forms begin with it anew. */
  changed: (key: string): void => {
    for (const { again } of of(key)) again()
  },
}
