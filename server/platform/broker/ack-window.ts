export type WindowLimits = {
  /** Messages taken and not yet acknowledged, at most. */
  messages: number
  /** Their payloads together, bytes. */
  bytes: number
}

/** Enough for batches to form at the database, and far below what its queue of readings holds. */
export const defaultWindow: WindowLimits = { messages: 512, bytes: 2 * 1024 * 1024 }

type Entry = { bytes: number; acknowledge: () => void; done: boolean }

/**
 * Messages of one connection that are being stored side by side. Acknowledgements leave in the order the messages
 * came (MQTT 3.1.1, 4.6), so one that is stored early waits for those before it. One connection has one window: on
 * the next one the broker delivers again whatever was not acknowledged.
 */
export class AckWindow {
  readonly #limits: WindowLimits
  #entries: Entry[] = []
  #bytes = 0
  #hasRoom: (() => void) | null = null
  #empty: (() => void)[] = []

  constructor(limits: WindowLimits = defaultWindow) {
    this.#limits = limits
  }

  get size(): number {
    return this.#entries.length
  }

  /** A message comes in; the answer is to be called when it may be acknowledged. */
  take(bytes: number, acknowledge: () => void): () => void {
    const entry: Entry = { bytes, acknowledge, done: false }
    this.#entries.push(entry)
    this.#bytes += bytes
    return () => {
      entry.done = true
      this.#leave()
    }
  }

  /** Calls `go` as soon as another message may come in, perhaps at once. One at a time may wait. */
  whenRoom(go: () => void): void {
    if (this.#roomy()) go()
    else this.#hasRoom = go
  }

  /** Resolves when nothing is open. */
  async settled(): Promise<void> {
    if (this.#entries.length > 0) await new Promise<void>((resolve) => this.#empty.push(resolve))
  }

  #roomy(): boolean {
    return this.#entries.length < this.#limits.messages && this.#bytes < this.#limits.bytes
  }

  #leave(): void {
    const open = this.#entries.findIndex(({ done }) => !done)
    const gone = this.#entries.splice(0, open === -1 ? this.#entries.length : open)
    for (const { bytes, acknowledge } of gone) {
      this.#bytes -= bytes
      acknowledge()
    }
    if (this.#entries.length === 0) for (const tell of this.#empty.splice(0)) tell()
    const go = this.#hasRoom
    if (go === null || !this.#roomy()) return
    this.#hasRoom = null
    go()
  }
}
