import { clear, createStore, set, type UseStore } from 'idb-keyval'
import type { Answer } from '../call-types.ts'

/** What the first page needs before anything is asked for; the inline script of index.html reads it. */
export type First =
  | {
      contract: string
      session: Answer<'GET /api/session'>
      home: Answer<'GET /api/home'> | null
      /** Epoch milliseconds of those answers. */
      at: number
      /** The figure in the skeleton, as it was last written. */
      shown: { lang: string; label: string; text: string; unit: string; note: string } | null
    }
  /** Somebody signed out without a network: the server still has to be told. */
  | { owed: true }

export const firstKey = 'first'

export const openKept = (): UseStore => createStore('sunkeeper-kept', 'kept')

let opened: UseStore | null = null
const store = (): UseStore => (opened ??= openKept())

let warned = false
/** Works with what this phone keeps; a browser that keeps nothing is told of once and changes nothing else. */
export const withKept = async <T>(work: (store: UseStore) => Promise<T>): Promise<T | null> => {
  try {
    return await work(store())
  } catch (error) {
    if (!warned) console.warn('Nothing can be kept for a start without a network.', error)
    warned = true
    return null
  }
}

/** Everything that was kept goes; what is `left` is all that the next start finds. */
export const emptyKept = (left?: First): Promise<unknown> =>
  withKept(async (kept) => {
    await clear(kept)
    if (left) await set(firstKey, left, kept)
  })

type Use = 'owed' | 'whole' | 'figures' | 'empty' | 'nothing'

/**
 * What may be done with what was kept. `heard` is what the server says of who is signed in, or `unreachable`. Figures are
 * shown to the person alone whom the server names, and without a network, when nobody can be named, to whoever holds the
 * phone of a person that never signed out. Of any other person's nothing stays.
 */
export const useOfKept = (first: First | null, heard: unknown, contract: string): Use => {
  if (first === null) return 'nothing'
  if ('owed' in first) return 'owed'
  const mine = first.contract === contract
  if (heard === 'unreachable') return mine ? 'whole' : 'nothing'
  // An answer that does not tell (a proxy's, a failure's) is none.
  if (typeof heard !== 'object' || heard === null || !('person' in heard)) return 'nothing'
  const person = heard.person as { id?: unknown } | null
  if (person === null || person.id !== first.session.person?.id) return 'empty'
  return mine ? 'figures' : 'nothing'
}
