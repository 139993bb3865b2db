import { createWatchers } from '../watchers.ts'

let offsetMs = 0
let known = false
const watchers = createWatchers()

/** Ages are counted on the server's clock: a phone's may be hours off. Called with each answer's Date header. */
export const hearServerTime = (dateHeader: string | null, sentAt: number, heardAt: number): void => {
  const at = dateHeader ? Date.parse(dateHeader) : Number.NaN
  if (Number.isNaN(at) || heardAt - sentAt > 2000) return
  // The header has whole seconds: on average half of one has passed.
  const measured = at + 500 - (sentAt + heardAt) / 2
  // Small differences are noise of that rounding; only real ones move the clock.
  const moves = !known || Math.abs(measured - offsetMs) > 1500
  known = true
  if (!moves) return
  const before = offsetMs
  offsetMs = Math.abs(measured) < 1500 ? 0 : measured
  if (offsetMs !== before) watchers.tell()
}

/** Epoch milliseconds as the server would say. */
export const serverNow = (): number => Date.now() + offsetMs

/** A time that was noted by the phone's clock, as the server would say. */
export const onServersClock = (ts: number): number => ts + serverNow() - Date.now()

/** Called when the phone's clock turns out to be off: what was shown by it is another day, perhaps. */
export const watchClock = watchers.watch
