import * as z from 'zod/mini'
import { explainIssues } from '#gateway/checked-json.ts'
import type { Telemetry, TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { hash2 } from '../physics/noise.ts'

/**
 * Faults put into a replay: pure changes of the message list, applied in the order of the script. Times are epoch
 * milliseconds or ISO 8601 instants.
 */

const when = z.pipe(
  z.union([z.int().check(z.nonnegative()), z.iso.datetime({ offset: true })]),
  z.transform((value: number | string) => (typeof value === 'number' ? value : Date.parse(value))),
)

export const messageFault = z.discriminatedUnion('name', [
  /** From the first reading at or after `at`, the counter counts anew from `toWh` (0 unless told). */
  z.strictObject({
    name: z.literal('counter-reset'),
    at: when,
    toWh: z._default(z.int().check(z.nonnegative()), 0),
  }),
  /** The whole series is shifted so that a counter of `bits` bits rolls over at the first reading at or after `at`. */
  z.strictObject({
    name: z.literal('counter-rollover'),
    at: when,
    bits: z._default(z.int().check(z.minimum(16), z.maximum(32)), 32),
  }),
  /** `readings` readings from `at` on show `toWh` (0 unless told), then the counter is right again. */
  z.strictObject({
    name: z.literal('counter-dip'),
    at: when,
    readings: z._default(z.int().check(z.positive()), 1),
    toWh: z._default(z.int().check(z.nonnegative()), 0),
  }),
  /** Every `every`-th message comes `times` times, the last copy up to `spread` messages later. */
  z.strictObject({
    name: z.literal('duplicates'),
    every: z.int().check(z.positive()),
    times: z._default(z.int().check(z.minimum(2), z.maximum(10)), 2),
    spread: z._default(z.int().check(z.nonnegative()), 0),
  }),
  /** Messages swap places within blocks of `within`. */
  z.strictObject({
    name: z.literal('disorder'),
    within: z.int().check(z.minimum(2)),
    seed: z._default(z.int(), 1),
  }),
  /** Readings from `from` up to `to` were never sent; the counter behind them went on. */
  z.strictObject({ name: z.literal('silence'), from: when, to: when }),
])
export const messageFaultScript = z.array(messageFault)
export type MessageFault = z.output<typeof messageFault>

/** The faults of a JSON script; throws with the path of what is wrong. */
export function parseMessageFaults(json: string): MessageFault[] {
  const parsed = z.safeParse(messageFaultScript, JSON.parse(json))
  if (parsed.success) return parsed.data
  throw new Error(`script: ${explainIssues(parsed.error.issues)}`)
}

export function applyMessageFaults(
  messages: readonly Telemetry[],
  faults: readonly MessageFault[],
): Telemetry[] {
  return faults.reduce<Telemetry[]>((list, fault) => applyOne(list, fault), [...messages])
}

function applyOne(messages: Telemetry[], fault: MessageFault): Telemetry[] {
  switch (fault.name) {
    case 'counter-reset': {
      const before = counterBefore(messages, fault.at)
      return withCounters(messages, (wh, ts) => (ts < fault.at ? wh : wh - before + fault.toWh))
    }
    case 'counter-rollover': {
      const range = 2 ** fault.bits
      const first = Math.min(
        ...stamped(messages)
          .filter(({ ts }) => ts >= fault.at)
          .map(({ wh }) => wh),
      )
      return withCounters(messages, (wh) => (((wh - first) % range) + range) % range)
    }
    case 'counter-dip': {
      const dipped = new Set(
        stamped(messages)
          .map(({ ts }) => ts)
          .filter((ts) => ts >= fault.at)
          .sort((a, b) => a - b)
          .slice(0, fault.readings),
      )
      return withCounters(messages, (wh, ts) => (dipped.has(ts) ? fault.toWh : wh))
    }
    case 'duplicates': {
      const placed = messages.map((message, index) => ({ message, place: index }))
      const copies = placed
        .filter(({ place }) => (place + 1) % fault.every === 0)
        .flatMap(({ message, place }) =>
          Array.from({ length: fault.times - 1 }, (_, copy) => ({
            message,
            place: place + 0.5 + Math.floor((fault.spread * (copy + 1)) / (fault.times - 1)),
          })),
        )
      return [...placed, ...copies].sort((a, b) => a.place - b.place).map(({ message }) => message)
    }
    case 'disorder':
      return messages
        .map((message, index) => ({
          message,
          block: Math.floor(index / fault.within),
          lot: hash2(fault.seed, index, 0),
        }))
        .sort((a, b) => a.block - b.block || a.lot - b.lot)
        .map(({ message }) => message)
    case 'silence':
      return messages.flatMap((message) => {
        const d = message.d.filter(
          (item) => stampOf(message, item) < fault.from || stampOf(message, item) >= fault.to,
        )
        return d.length > 0 ? [{ ...message, d }] : []
      })
  }
}

const stampOf = (message: Telemetry, item: TelemetryItem): number => item.ts ?? message.ts

function stamped(messages: readonly Telemetry[]): { ts: number; wh: number }[] {
  return messages.flatMap((message) =>
    message.d.flatMap((item) =>
      typeof item.m.e_tot === 'number' ? [{ ts: stampOf(message, item), wh: item.m.e_tot }] : [],
    ),
  )
}

/** The last counter before an instant (it may have rolled over before that); the first of all when none stands there. */
function counterBefore(messages: readonly Telemetry[], at: number): number {
  const all = stamped(messages).sort((a, b) => a.ts - b.ts)
  return (all.findLast(({ ts }) => ts < at) ?? all[0])?.wh ?? 0
}

function withCounters(
  messages: readonly Telemetry[],
  change: (wh: number, ts: number) => number,
): Telemetry[] {
  return messages.map((message) => ({
    ...message,
    d: message.d.map((item) =>
      typeof item.m.e_tot === 'number'
        ? { ...item, m: { ...item.m, e_tot: change(item.m.e_tot, stampOf(message, item)) } }
        : item,
    ),
  }))
}
