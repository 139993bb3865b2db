import { Refusal } from '../../platform/refusal.ts'

export type AtMost = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `places` pieces of work at once, the others in the order they came. What waits holds no connection: so
 * a rush for something heavy leaves the database to everybody else, and is answered late instead of not at all.
 * @throws Refusal `unavailable` when `line` are waiting already.
 */
export const atMost = (places: number, line: number): AtMost => {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else if (waiting.length >= line) throw new Refusal('unavailable')
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      // A place goes from hand to hand: nobody who comes now overtakes those who wait.
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
