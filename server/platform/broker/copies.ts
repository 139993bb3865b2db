import { createHash } from 'node:crypto'

/** Copies of one message that have come, and the work of the first. */
type Entry = { digest: string; queues: Set<string>; at: number; work: Promise<unknown> }

/** Copies of a message are no further apart than the queues are behind one another. Chosen. */
const TOGETHER_MS = 600_000
/** Messages of which copies are awaited; of one that is not remembered each is worked on. */
const MOST = 10_000

/**
 * A message that lies in several queues is worked on once: the copies of the first wait for its work, and fail with it.
 * What comes again out of a queue that has had it was sent again, and is worked on again.
 *
 * @param queues how many queues it lies in
 * @param now ms of a clock that only goes forward
 */
export const createCopies = (queues: number, now: () => number = () => performance.now()) => {
  const awaited = new Map<string, Entry>()
  return {
    get size() {
      return awaited.size
    },
    /** `name`: what the copies have in common beside their bytes, of which the last counts. */
    async once(
      name: string,
      { queue, payload }: { queue: string; payload: Uint8Array },
      work: () => Promise<unknown>,
    ): Promise<void> {
      const digest = createHash('sha256').update(payload).digest('base64')
      const known = awaited.get(name)
      const isCopy =
        known !== undefined &&
        known.digest === digest &&
        !known.queues.has(queue) &&
        now() - known.at < TOGETHER_MS
      if (isCopy) {
        known.queues.add(queue)
        if (known.queues.size === queues) awaited.delete(name)
        await known.work
        return
      }
      const entry: Entry = { digest, queues: new Set([queue]), at: now(), work: work() }
      awaited.delete(name)
      awaited.set(name, entry)
      for (const oldest of awaited.keys()) {
        if (awaited.size <= MOST) break
        awaited.delete(oldest)
      }
      try {
        await entry.work
      } catch (error) {
        if (awaited.get(name) === entry) awaited.delete(name)
        throw error
      }
    },
  }
}

export type Copies = ReturnType<typeof createCopies>
