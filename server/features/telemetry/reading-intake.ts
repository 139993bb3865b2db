import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { IncomingMessage } from './sort-messages.ts'
import { storeEach } from './store-readings.ts'

/** A batch is written when it has this many readings, or this long after its first message. */
const BATCH_ROWS = 5_000
const BATCH_WAIT_MS = 10
/** While another batch is on its way this one may grow for so many times as long: large ones cost half. */
const GROWTH = 10
/** A batch of so many readings says that much comes at once, and for this long after it; so does a thick one. */
const PRESSED_ROWS = 1_000
const PRESSED_MS = 1_000
/**
 * So many messages in a batch of fewer readings than that say that they are small and thick: they are gathered for so
 * many times as long as well.
 */
const THICK_MESSAGES = 64
const THICK_MS = 1_000
const THICK_GROWTH = 10
/** Batches on their way to the database at the same time. */
const WRITERS = 2
/** Readings that may wait; beyond it messages are refused and come again. More than the entrance lets in of usual messages. */
const QUEUE_ROWS = 100_000
/** Of a batch, at least so much belongs to back-fill when there is any: it comes after live readings, but it comes. */
const BACKFILL_SHARE = 0.25

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
  /** Much comes at once: what can wait should. */
  pressed: () => boolean
  room: () => Promise<void>
  /** Writes what waits; later messages are refused. */
  close: () => Promise<void>
}

export type IntakeLimits = { batchRows?: number; waitMs?: number; queueRows?: number }

const rowsOf = ({ incoming }: Waiting): number => Math.max(1, incoming.message.d.length)

/** The way of live readings into the database: many small messages become few commits. */
export const createReadingIntake = (
  context: Pick<Context, 'pool' | 'log' | 'intake' | 'changeEvents' | 'retentionDays'>,
  { batchRows = BATCH_ROWS, waitMs = BATCH_WAIT_MS, queueRows = QUEUE_ROWS }: IntakeLimits = {},
): ReadingIntake => {
  const counters = context.intake.counters()
  const queues = { live: [] as Waiting[], backfill: [] as Waiting[] }
  let rows = 0
  let writing = 0
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let pressedUntil = 0
  let thickUntil = 0
  let idle: (() => void)[] = []
  let roomy: (() => void)[] = []

  const queued = (): number => queues.live.length + queues.backfill.length

  /** The oldest of a queue, until they have `most` readings. */
  const takeOf = (name: keyof typeof queues, most: number): Waiting[] => {
    const queue = queues[name]
    let taken = 0
    const end = queue.findIndex((one) => {
      taken += rowsOf(one)
      return taken >= most
    })
    const batch = end === -1 ? queue : queue.slice(0, end + 1)
    queues[name] = end === -1 ? [] : queue.slice(end + 1)
    return batch
  }
  const countRows = (list: readonly Waiting[]): number => list.reduce((sum, one) => sum + rowsOf(one), 0)

  const take = (): Waiting[] => {
    const forBackfill = queues.backfill.length === 0 ? 0 : batchRows * BACKFILL_SHARE
    const live = takeOf('live', batchRows - forBackfill)
    const left = batchRows - countRows(live)
    const batch = queues.backfill.length === 0 || left <= 0 ? live : [...live, ...takeOf('backfill', left)]
    const taken = countRows(batch)
    rows -= taken
    const at = performance.now()
    if (taken >= PRESSED_ROWS) pressedUntil = at + PRESSED_MS
    else if (batch.length >= THICK_MESSAGES) {
      thickUntil = at + THICK_MS
      pressedUntil = at + PRESSED_MS
    }
    counters.waiting(rows)
    return batch
  }

  const write = async (batch: Waiting[]): Promise<void> => {
    const settled = await storeEach(
      context,
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

  /** How long the next batch is gathered for. */
  const gatherFor = (ms: number): number =>
    ms * (writing > 0 ? GROWTH : performance.now() < thickUntil ? THICK_GROWTH : 1)

  const soon = (ms: number): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(start, ms)
  }

  const start = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    while (queued() > 0 && writing < WRITERS) {
      writing += 1
      void write(take()).finally(() => {
        writing -= 1
        if (rows < queueRows / 2) for (const go of roomy.splice(0)) go()
        // While this batch was written others came together. A moment more, and what is acknowledged now has sent its
        // next: few large batches cost half of what many small ones do.
        if (closed || rows >= batchRows) start()
        else if (queued() > 0) soon(gatherFor(Math.min(waitMs, BATCH_WAIT_MS)))
        if (writing === 0 && queued() === 0) for (const go of idle.splice(0)) go()
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
        const queue = message.hist === true ? queues.backfill : queues.live
        queue.push(waiting)
        rows += rowsOf(waiting)
        counters.waiting(rows)
        if (rows >= batchRows) start()
        else timer ??= setTimeout(start, gatherFor(waitMs))
        return undefined
      }),
    full: () => rows >= queueRows,
    pressed: () => performance.now() < pressedUntil,
    room: () => (rows < queueRows ? Promise.resolve() : new Promise((go) => void (roomy = [...roomy, go]))),
    close: () => {
      closed = true
      start()
      if (writing === 0 && queued() === 0) return Promise.resolve()
      return new Promise((go) => void (idle = [...idle, go]))
    },
  }
}
