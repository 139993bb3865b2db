import { createStore, get, update, type UseStore } from 'idb-keyval'
import type { QueueStore } from './send-all.ts'
import type { QueuedAct } from './queued-act.ts'

/** The phone keeps nothing more: what was to be queued is not. */
export class StorageRefused extends Error {
  override readonly name = 'StorageRefused'
}

let opened: UseStore | null = null
const store = (): UseStore => (opened ??= createStore('sunkeeper-queue', 'queue'))

/**
 * The list of one person. A change is one transaction, whichever tab makes it. What cannot be read is not an empty list:
 * it may all be there once the phone gives it out again. @throws StorageRefused
 */
export const queueOf = (personId: string): QueueStore => ({
  read: async () => {
    try {
      return (await get<QueuedAct[]>(personId, store())) ?? []
    } catch (cause) {
      opened = null
      throw new StorageRefused('the queue cannot be read', { cause })
    }
  },
  update: async (by) => {
    try {
      await update<QueuedAct[]>(personId, (list) => by(list ?? []), store())
    } catch (cause) {
      opened = null
      throw new StorageRefused('the queue cannot be kept', { cause })
    }
  },
})
