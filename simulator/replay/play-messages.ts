import type { Inventory } from '#contract/mqtt/inventory.ts'
import type { Telemetry } from '#contract/mqtt/telemetry.ts'
import { type Link, openLink } from '#gateway/link.ts'

export interface PlayOptions {
  readonly url: string
  readonly sn: string
  readonly secret: string
  readonly boot: string
  readonly inventory: Inventory
  /** What the birth says of the reporting interval, s. */
  readonly reportS: number
  /** Times real time; 0 = as fast as PUBACKs come. */
  readonly speed: number
  /** Gives up after this many connections in a row that brought nothing forward. */
  readonly attempts?: number
  readonly now?: () => number
  readonly wait?: (ms: number) => Promise<void>
  readonly onProgress?: (acknowledged: number, total: number) => void
}

/** Messages that may be under way at once. */
const WINDOW = 16

/**
 * Plays messages in their order as one gateway: birth, inventory, then telemetry with QoS 1. What has no PUBACK when
 * a connection breaks is sent again on the next. Resolves with the number of acknowledged messages when all are;
 * rejects when the broker keeps refusing.
 */
export async function playMessages(messages: readonly Telemetry[], options: PlayOptions): Promise<number> {
  const { now = Date.now, wait = pause, attempts = 10, speed } = options
  const startedAt = now()
  const firstTs = messages[0]?.ts ?? 0
  const due = (message: Telemetry): number =>
    speed > 0 ? startedAt + (message.ts - firstTs) / speed : startedAt
  const pending = new Set(messages.keys())
  let conn = 0
  let failures = 0
  while (pending.size > 0) {
    const before = pending.size
    conn += 1
    let link: Link | null = null
    try {
      link = await openLink({
        url: options.url,
        sn: options.sn,
        secret: options.secret,
        will: { v: 1, state: 'offline', boot: options.boot, conn, reason: 'lwt' },
        listensTo: ['cfg', 'cmd/req'],
        // A recording has no settings to change and no device to ask.
        onMessage: () => {},
        onClose: () => {},
      })
      const { boot, sn, reportS: report_s } = options
      await link.publish('status', {
        v: 1,
        state: 'online',
        boot,
        conn,
        ts: now(),
        sn,
        model: 'replay',
        proto: 1,
        report_s,
        queue: pending.size,
      })
      await link.publish('inv', options.inventory)
      await link.publish('alarm', { v: 1, boot, seq: 0, ev: 'sync', active: [] })
      await sendAll(link, messages, pending, {
        due,
        now,
        wait,
        done: () => options.onProgress?.(messages.length - pending.size, messages.length),
      })
      await link.publish('status', { v: 1, state: 'offline', boot, conn, reason: 'finished' })
      await link.close()
    } catch (error) {
      link?.cut()
      failures = pending.size < before ? 1 : failures + 1
      if (failures >= attempts) throw error
      await wait(Math.min(10_000, 250 * 2 ** failures))
    }
  }
  return messages.length
}

interface Pace {
  readonly due: (message: Telemetry) => number
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly done: () => void
}

async function sendAll(
  link: Link,
  messages: readonly Telemetry[],
  pending: Set<number>,
  pace: Pace,
): Promise<void> {
  const underway = new Set<Promise<void>>()
  let broken: unknown = null
  const deliver = async (message: Telemetry, index: number): Promise<void> => {
    try {
      await link.publish('tele', message)
      pending.delete(index)
      pace.done()
    } catch (error) {
      broken = error
    }
  }
  for (const index of pending) {
    const message = messages[index]
    if (!message) continue
    const early = pace.due(message) - pace.now()
    if (early > 0) await pace.wait(early)
    while (underway.size >= WINDOW) await Promise.race(underway)
    if (broken !== null) break
    const one: Promise<void> = deliver(message, index).finally(() => underway.delete(one))
    underway.add(one)
  }
  await Promise.all(underway)
  if (broken !== null) throw broken
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
