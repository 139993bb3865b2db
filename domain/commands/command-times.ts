import type { CommandOp, CommandState } from './command-states.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * How long a command may wait for its gateway, ms. Control that comes late does harm, so it is short; what only tells
 * a gateway how its site is made up may wait for days. No source for the times: chosen.
 */
export const lifetimeMs: Readonly<Record<CommandOp, number>> = {
  switch: 2 * MINUTE_MS,
  limit: 2 * MINUTE_MS,
  restart: 2 * MINUTE_MS,
  read: 2 * MINUTE_MS,
  activate: 10 * MINUTE_MS,
  scan: 10 * MINUTE_MS,
  set: DAY_MS,
  replace: 7 * DAY_MS,
  discover: 2 * MINUTE_MS,
  diagnose: 2 * MINUTE_MS,
}

/** A gateway that says how far it is has this long until it says so again, ms. A search tells of each address. */
export const PROGRESS_MS = 4 * MINUTE_MS

/** A gateway that took a command in time has this long to answer, ms. */
export const ANSWER_MS = MINUTE_MS

/**
 * The instant at which a command's time is over: a queued one is not delivered from then on, and of one that was
 * delivered no answer counts. The server's clock at the answer's arrival decides, not when somebody looks.
 */
export const overAt = (state: CommandState, expiresAt: number): number =>
  state === 'queued' ? expiresAt : expiresAt + ANSWER_MS
