import { setTimeout as pause } from 'node:timers/promises'
import type { EdgeClock } from '#edge/runtime/edge-clock.ts'

/** A reading that is under way sleeps beside its time-out, and `runEdge` sleeps twice when it has nothing to do. */
const READING_MS = 120_000
const IDLE_SLEEPERS = 2

/**
 * A clock for a whole edge before real sockets: it takes a step, lets everybody do what has become due in as long as that
 * really takes, and takes the next when all sleep again.
 */
export const stepClock = (start: number) => {
  let [wall, mono] = [start, 0]
  let sleepers: { ms: number; due: number; wake: () => void }[] = []
  const clock: EdgeClock = {
    wall: () => wall,
    mono: () => mono,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const sleeper = { ms, due: mono + ms, wake: resolve }
        sleepers.push(sleeper)
        signal.addEventListener('abort', () => {
          sleepers = sleepers.filter((one) => one !== sleeper)
          resolve()
        })
      }),
  }
  const isBusy = (devices: number): boolean =>
    sleepers.some(({ ms }) => ms === READING_MS) || sleepers.length < IDLE_SLEEPERS + devices
  return {
    ...clock,
    /** `devices`: of the list, which sleep between their readings. `moved`: whoever has to know of the time, too. */
    step: async (ms: number, devices: number, moved: (now: number) => Promise<void>): Promise<void> => {
      wall += ms
      mono += ms
      await moved(wall)
      const due = sleepers.filter((one) => one.due <= mono)
      sleepers = sleepers.filter((one) => one.due > mono)
      for (const one of due) one.wake()
      do await pause(2)
      while (isBusy(devices))
    },
  }
}
