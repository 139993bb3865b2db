import { collect } from '#server/features/alarms/rules/collect.ts'
import { STEP_MS } from '#server/features/alarms/rules/load-windows.ts'
import type { Context } from '#server/context.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A whole day of light, wherever a station stands. */
const PAST_MS = 28 * HOUR
/** For so long silence is listened for, as by a server that never paused. */
const LISTENED_MS = 3 * HOUR

/** Lets the rules judge what has been measured, with the clock of the past: first in long steps, then in short ones. */
export const judgePast = async (context: Context, now: number): Promise<void> => {
  const never = new AbortController().signal
  for (let at = now - PAST_MS; at < now - LISTENED_MS; at += 2 * HOUR) await collect(context, at, never)
  for (let at = now - LISTENED_MS; at <= now; at += 3 * STEP_MS) await collect(context, at, never)
}
