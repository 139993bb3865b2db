import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import type { Kitchen } from '../kitchen.ts'
import { Refusal } from '../refusal.ts'
import { intakeCounters } from './intake-counters.ts'
import type { IncomingMessage } from './sort-messages.ts'
import { storeEach } from './store-readings.ts'

/** A batch is written when it has this many readings, or this long after its first message. */
const BATCH_ROWS = 2_000
const BATCH_WAIT_MS = 10
/** Batches on their way to the database at the same time. */
const WRITERS = 2
/** Readings that may wait; beyond it messages are refused and come again. */
const QUEUE_ROWS = 20_000

type Waiting = {
  incoming: IncomingMessage
  since: number
  resolve: () => void
  reject: (error: unknown) => void
}

export type ReadingIntake = {
  /**
   * Resolves after the message's readings are committed; rejects when they are not (the sender keeps the message and
   * sends it again), with Refusal `unavailable` when too much is waiting.
   */
  put: (gatewaySn: string, message: Telemetry, receivedAt: number) => Promise<void>
  /** Too much is waiting: stop reading from the sockets until `room` resolves. */
  full: () => boolean
  room: () => Promise<void>
  /** Writes what waits; later messages are refused. */
  close: () => Promise<void>
}

export type IntakeLimits = { batchRows?: number; waitMs?: number; queueRows?: number }

const rowsOf = ({ incoming }: Waiting): number => Math.max(1, incoming.message.d.length)

/** The way of live readings into the database: many small messages become few commits. */
export const createReadingIntake = (
  kitchen: Pick<Kitchen, 'pool' | 'log' | 'metrics' | 'news' | 'retentionDays'>,
  { batchRows = BATCH_ROWS, waitMs = BATCH_WAIT_MS, queueRows = QUEUE_ROWS }: IntakeLimits = {},
): ReadingIntake => {
  const counters = intakeCounters(kitchen.metrics)
  let queue: Waiting[] = []
  let rows = 0
  let writing = 0
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let idle: (() => void)[] = []
  let roomy: (() => void)[] = []

  const take = (): Waiting[] => {
    let taken = 0
    const end = queue.findIndex((one) => {
      taken += rowsOf(one)
      return taken >= batchRows
    })
    const batch = end === -1 ? queue : queue.slice(0, end + 1)
    queue = end === -1 ? [] : queue.slice(end + 1)
    for (const one of batch) rows -= rowsOf(one)
    counters.waiting(rows)
    return batch
  }

  const write = async (batch: Waiting[]): Promise<void> => {
    const settled = await storeEach(
      kitchen,
      batch.map(({ incoming }) => incoming),
    )
    const first = batch[0]
    if (first !== undefined) counters.lagged((performance.now() - first.since) / 1000)
    for (const [index, one] of batch.entries()) {
      const result = settled[index]
      if (result?.ok === true) one.resolve()
      else one.reject(result?.error)
    }
  }

  const start = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    while (queue.length > 0 && writing < WRITERS) {
      writing += 1
      void write(take()).finally(() => {
        writing -= 1
        if (rows < queueRows / 2) for (const go of roomy.splice(0)) go()
        // While this batch was written others came together: they go at once.
        start()
        if (writing === 0 && queue.length === 0) for (const go of idle.splice(0)) go()
      })
    }
  }

  return {
    put: (gatewaySn, message, receivedAt) =>
      new Promise((resolve, reject) => {
        if (closed || rows >= queueRows) return reject(new Refusal('unavailable'))
        const waiting = {
          incoming: { gatewaySn, message, receivedAt },
          since: performance.now(),
          resolve,
          reject,
        }
        queue.push(waiting)
        rows += rowsOf(waiting)
        counters.waiting(rows)
        if (rows >= batchRows) start()
        else timer ??= setTimeout(start, waitMs)
        return undefined
      }),
    full: () => rows >= queueRows,
    room: () => (rows < queueRows ? Promise.resolve() : new Promise((go) => void (roomy = [...roomy, go]))),
    close: () => {
      closed = true
      start()
      if (writing === 0 && queue.length === 0) return Promise.resolve()
      return new Promise((go) => void (idle = [...idle, go]))
    },
  }
}
