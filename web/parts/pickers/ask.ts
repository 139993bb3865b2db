import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import { newId } from '../../kit/new-id.ts'
import type { AppPath } from '../../kit/navigation/app-path.ts'

/**
 * A page asks, another page is where the choice is made. The question and its answer live in IndexedDB under an id that
 * stands in the address of the picker; which question is this page's own lives in the session storage of its tab. So a
 * choice comes back after a reload, and where a shell opens each page in a web view of its own.
 */
export type Question = {
  many: boolean
  /** What is chosen already. */
  chosen: readonly Picked[]
  /** Where the answer is waited for: the picker leads back there when it was opened directly. */
  from: AppPath
}
/** What was chosen, with its name, so that the page that asked can show it at once. */
export type Picked = { id: string; name: string }
type Ask = Question & { askedAt: number; picked: readonly Picked[] | null }

const keptMs = 24 * 3_600_000
const memory = new Map<string, Ask>()
const own = new Map<string, string>()
let store: UseStore | null = null
const asks = (): UseStore => (store ??= createStore('sunkeeper-asks', 'asks'))

const read = async (id: string): Promise<Ask | undefined> => {
  try {
    return (await get<Ask>(id, asks())) ?? memory.get(id)
  } catch {
    return memory.get(id)
  }
}
const write = async (id: string, ask: Ask): Promise<void> => {
  memory.set(id, ask)
  try {
    await set(id, ask, asks())
  } catch {
    // A browser that stores nothing keeps it in memory, which lasts as long as the page.
  }
}
const forget = async (id: string): Promise<void> => {
  memory.delete(id)
  try {
    await del(id, asks())
  } catch {
    // What was never stored need not be removed.
  }
}
/** Questions that nobody came back to. */
const sweep = async (now: number): Promise<void> => {
  try {
    for (const [id, ask] of await entries<string, Ask>(asks()))
      if (!(now - ask.askedAt < keptMs)) await forget(id)
  } catch {
    // Nothing is stored, so nothing is left over.
  }
}

const ownKey = (key: string): string => `ask ${key}`
const ownAsk = (key: string): string | null => {
  try {
    return sessionStorage.getItem(ownKey(key)) ?? own.get(key) ?? null
  } catch {
    return own.get(key) ?? null
  }
}
const setOwnAsk = (key: string, id: string | null): void => {
  if (id === null) own.delete(key)
  else own.set(key, id)
  try {
    if (id === null) sessionStorage.removeItem(ownKey(key))
    else sessionStorage.setItem(ownKey(key), id)
  } catch {
    // Kept in memory alone.
  }
}

const line = (): BroadcastChannel | null =>
  typeof BroadcastChannel === 'function' ? new BroadcastChannel('sunkeeper-asks') : null

/** Writes the question down; the id goes into the picker's address. `key` names it among those of its page. */
export const ask = async (key: string, question: Question, now: number): Promise<string> => {
  const before = ownAsk(key)
  if (before !== null) await forget(before)
  const id = newId()
  setOwnAsk(key, id)
  await write(id, { ...question, askedAt: now, picked: null })
  void sweep(now)
  return id
}

/** The question a picker was opened with; null when it is answered, too old or was never asked. */
export const questionOf = async (id: string): Promise<Question | null> => {
  const found = await read(id)
  return found && found.picked === null ? found : null
}

export const answer = async (id: string, picked: readonly Picked[]): Promise<void> => {
  const found = await read(id)
  if (!found) return
  await write(id, { ...found, picked })
  const channel = line()
  channel?.postMessage(id)
  channel?.close()
}

/** Handed over in this document; in another one after a reload they are handed over again. */
const taken = new Set<string>()
/** Longer than a page takes to keep what it was given with its draft. */
const handedOverMs = 2_000

/**
 * The answer to this page's question, once; null while there is none, or when `wanted` says that nobody waits. It stays
 * stored for a moment: a page that is reloaded before its draft is kept gets it again.
 */
export const takeAnswer = async (key: string, wanted: () => boolean): Promise<readonly Picked[] | null> => {
  const id = ownAsk(key)
  if (id === null) return null
  const found = await read(id)
  // Another look at the same moment may have taken it.
  if (!found?.picked || !wanted() || ownAsk(key) !== id || taken.has(id)) return null
  taken.add(id)
  window.setTimeout(() => {
    if (ownAsk(key) === id) setOwnAsk(key, null)
    void forget(id)
  }, handedOverMs)
  return found.picked
}

/** Called when an answer may have come: another web view wrote it, or this page is looked at again. */
export const watchAnswers = (look: () => void): (() => void) => {
  const channel = line()
  const shown = (): void => {
    if (document.visibilityState === 'visible') look()
  }
  channel?.addEventListener('message', look)
  window.addEventListener('pageshow', look)
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', shown)
  return () => {
    channel?.close()
    window.removeEventListener('pageshow', look)
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', shown)
  }
}
