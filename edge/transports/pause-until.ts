import { setTimeout as pause } from 'node:timers/promises'

/** Until `at` of `performance.now()`, and never before: a timer may wake a millisecond early, and devices count too. */
export const pauseUntil = async (at: number): Promise<void> => {
  for (let left = at - performance.now(); left > 0; left = at - performance.now())
    await pause(Math.ceil(left))
}
