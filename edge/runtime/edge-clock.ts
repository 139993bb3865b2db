/** The times of an edge. Intervals go by `mono`, so that a wall clock that is set makes no device wait or hurry. */
export type EdgeClock = {
  /** Epoch ms, as the machine has it. */
  wall: () => number
  /** ms since some moment; never goes back. */
  mono: () => number
  /** Resolves after so long, or at once when `signal` is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}
