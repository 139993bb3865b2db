/** Work done again and again. `run` gets the present instant and a signal to stop: the server ends, or another took over. */
export type Job = {
  name: string
  /** How long it rests after a run, ms; a function is asked after each. */
  everyMs: number | (() => number)
  /** Into how many shards its work falls, which several servers share; absent: it is one piece. */
  shards?: number
  /** Each server does it for itself, beside the others: what it has in mind. */
  own?: true
  /** `shards`: those that are this run's; of a job in one piece shard 0. */
  run: (now: number, stopping: AbortSignal, shards: readonly number[]) => Promise<void>
}
