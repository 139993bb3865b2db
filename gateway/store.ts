import type { Telemetry } from '#contract/mqtt/telemetry.ts'

/**
 * Telemetry waiting for its PUBACK: live messages first, then what was stored while the link was down, oldest first.
 * A live message that could not be delivered while it was fresh becomes stored and is sent as back-fill.
 */
export interface Outbox {
  push(message: Telemetry): void
  /** Takes the next message to send; null when there is none. It stays in the outbox's care until settled. */
  take(): Telemetry | null
  delivered(message: Telemetry): void
  /** The link broke before the PUBACK: the message waits again. */
  returned(message: Telemetry): void
  /** The link is down: everything live is stored as history. */
  store(): void
  /** Messages waiting, taken ones included. */
  readonly waiting: number
  readonly stored: number
  /** Messages lost because the memory was full. */
  readonly lost: number
}

export function createOutbox(capacity: number): Outbox {
  let live: Telemetry[] = []
  let history: Telemetry[] = []
  const underway = new Set<Telemetry>()
  let lost = 0
  const remember = (messages: readonly Telemetry[]): void => {
    history.push(...messages.map((message) => (message.hist ? message : { ...message, hist: true })))
    history.sort((a, b) => a.seq - b.seq)
    // The oldest goes first, as in the ring memory of a real gateway.
    const over = history.length - capacity
    if (over > 0) {
      history = history.slice(over)
      lost += over
    }
  }
  return {
    push: (message) => {
      live.push(message)
    },
    take: () => {
      const next = live.shift() ?? history.shift() ?? null
      if (next) underway.add(next)
      return next
    },
    delivered: (message) => {
      underway.delete(message)
    },
    returned: (message) => {
      if (underway.delete(message)) remember([message])
    },
    store: () => {
      remember(live)
      live = []
    },
    get waiting() {
      return live.length + history.length + underway.size
    },
    get stored() {
      return history.length
    },
    get lost() {
      return lost
    },
  }
}
