import type { EdgeClock } from '#edge/runtime/edge-clock.ts'

/** Whatever was woken has gone as far as it gets without the clock. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A clock that goes only when it is told to. */
export const setClock = (start: number) => {
  let [wall, mono] = [start, 0]
  let sleepers: { due: number; wake: () => void }[] = []
  const clock: EdgeClock = {
    wall: () => wall,
    mono: () => mono,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        const sleeper = { due: mono + ms, wake: resolve }
        sleepers.push(sleeper)
        signal.addEventListener('abort', () => {
          sleepers = sleepers.filter((one) => one !== sleeper)
          resolve()
        })
      }),
  }
  return {
    ...clock,
    advance: async (ms: number): Promise<void> => {
      const end = mono + ms
      await settled()
      for (;;) {
        const next = sleepers.toSorted((a, b) => a.due - b.due)[0]
        if (next === undefined || next.due > end) break
        sleepers = sleepers.filter((one) => one !== next)
        wall += next.due - mono
        mono = next.due
        next.wake()
        await settled()
      }
      wall += end - mono
      mono = end
    },
    /** Somebody sets the wall clock. */
    set: (to: number): void => {
      wall = to
    },
  }
}
