import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import type { Outbox } from './store.ts'

/** Messages under way at once. */
const WINDOW = 4

/** Brings telemetry to the broker with a window of unacknowledged messages; what does not arrive waits in the outbox. */
export interface Delivery {
  add(message: Telemetry): void
  /** Starts or continues sending over a connection. */
  resume(publish: (message: Telemetry) => Promise<void>): void
  /** The link is down: everything unsent is stored, to be sent as history. */
  pause(): void
  /** Waits until nothing waits any more, the link is down, or two seconds have passed. */
  drained(): Promise<void>
  readonly waiting: number
  readonly stored: number
  readonly acknowledged: number
}

export function createDelivery(outbox: Outbox): Delivery {
  let through: ((message: Telemetry) => Promise<void>) | null = null
  let underway = 0
  let acknowledged = 0

  function fill(): void {
    for (let free = WINDOW - underway; free > 0; free--) void handOver()
  }

  async function handOver(): Promise<void> {
    const publish = through
    const message = publish && outbox.take()
    if (!message) return
    underway += 1
    try {
      await publish(message)
      outbox.delivered(message)
      acknowledged += 1
    } catch {
      outbox.returned(message)
    } finally {
      underway -= 1
    }
    fill()
  }

  async function drained(turns = 100): Promise<void> {
    if (!through || outbox.waiting === 0 || turns === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
    await drained(turns - 1)
  }

  return {
    add(message) {
      outbox.push(message)
      if (through) fill()
    },
    resume(publish) {
      through = publish
      fill()
    },
    pause() {
      through = null
      outbox.store()
    },
    drained: () => drained(),
    get waiting() {
      return outbox.waiting
    },
    get stored() {
      return outbox.stored
    },
    get acknowledged() {
      return acknowledged
    },
  }
}
