import { serverNow } from './clock.ts'

/** Longer without an answer and without a stream, what is shown is no longer called the present, milliseconds. */
const lostAfterMs = 150_000

let expected = false
let streaming = false
let heardAt = 0

/** Whether this phone still hears the server. Before somebody is signed in, and afterwards, nothing is expected. */
export const contact = {
  expect: (value: boolean): void => {
    expected = value
    heardAt = serverNow()
  },
  /** The server has answered. */
  heard: (): void => {
    heardAt = serverNow()
  },
  stream: (open: boolean): void => {
    if (streaming) heardAt = serverNow()
    streaming = open
  },
  /** The stream is missing: whoever shows something has to ask. */
  missesStream: (): boolean => expected && !streaming,
  /** When the server was last heard, once that is too long ago; null while in touch. */
  lostSince: (now: number): number | null =>
    expected && !streaming && now - heardAt > lostAfterMs ? heardAt : null,
}
