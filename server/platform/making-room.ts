import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { FairQueue } from './fair-queue.ts'

/** Between two turns of long work: others are answered. */
export type MakeRoom = () => Promise<unknown>

/** How long it is waited until it is looked again, ms. */
const LOOK_MS = 2

type Time = { clock: () => number; wait: (ms: number) => Promise<unknown> }
const usual: Time = { clock: () => performance.now(), wait: pause }

/**
 * For work that nobody waits for on a server that answers people: while somebody is being answered it waits, at the most as
 * long as it has worked itself. So it takes twice as long at the worst, and one answer is not held up at each of its steps.
 */
export const createMakingRoom = (
  reads: Pick<FairQueue, 'working'>,
  { clock, wait }: Time = usual,
): MakeRoom => {
  const began = clock()
  let waited = 0
  return async () => {
    await setImmediate()
    const [from, before] = [clock(), waited]
    const worked = from - began - before
    while (reads.working() > 0 && waited < worked) {
      await wait(LOOK_MS)
      waited = before + clock() - from
    }
  }
}
