import { onServersClock } from './clock.ts'

/** Longer without an answer and without a stream, what is shown is no longer called the present, milliseconds. */
const lostAfterMs = 150_000

let expected = false
let streaming = false
/** By the phone's clock: what is known of the server's may change after an answer has come. */
let heardAt = 0

/** Whether this phone still hears the server. Before somebody is signed in, and afterwards, nothing is expected. */
export const contact = {
  /** Said again by each part that comes later, it does not pass for an answer. */
  expect: (value: boolean): void => {
    if (value !== expected) heardAt = Date.now()
    expected = value
  },
  /** The server has answered. */
  heard: (): void => {
    heardAt = Date.now()
  },
  stream: (open: boolean): void => {
    if (streaming) heardAt = Date.now()
    streaming = open
  },
  /** The stream is missing: whoever shows something has to ask. */
  missesStream: (): boolean => expected && !streaming,
  /** When the server was last heard, once that is too long ago before `now`; null while in touch. Both epoch ms as the server counts. */
  lostSince: (now: number): number | null => {
    const since = onServersClock(heardAt)
    return expected && !streaming && now - since > lostAfterMs ? since : null
  },
}
