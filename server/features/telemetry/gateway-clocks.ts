import type { PoolClient } from 'pg'
import {
  type ClockHeard,
  clockIsLate,
  clockKnown,
  hearClock,
  isLate,
} from '#domain/telemetry/clock-lateness.ts'
import { believesClock } from '#domain/telemetry/reading-time.ts'
import type { KnownGateway } from './known-gateways.ts'
import type { IncomingMessage } from './sort-messages.ts'
import { saveClockOffsets } from '../devices/gateway-link-store.ts'

/** What has been heard of gateways' clocks, by their number. Lost with the process: what was found stands in the link. */
export type ClockMemory = Map<number, ClockHeard>

/** A minute more or less is the same finding: it is not written down again. */
const SAME_MS = 60_000

type Heard = { incoming: IncomingMessage; gateway: KnownGateway }

export type ClocksHeard = {
  /** How late its gateway's clock makes a message; null = its times are believed, or refused one by one. */
  lateOf: ReadonlyMap<IncomingMessage, number | null>
  /** What is to be noted in the links, ms ahead of the arrival, by the gateway's number. */
  offsets: ReadonlyMap<number, { id: string; offsetMs: number }>
}

/** Judges the clocks of gateways by their live messages, in the order of arrival. */
export const hearClocks = (memory: ClockMemory, messages: readonly Heard[]): ClocksHeard => {
  const lateOf = new Map<IncomingMessage, number | null>()
  const offsets = new Map<number, { id: string; offsetMs: number }>()
  const live = messages
    .filter(({ incoming }) => incoming.message.hist !== true)
    .toSorted((a, b) => a.incoming.receivedAt - b.incoming.receivedAt)
  for (const { incoming, gateway } of live) {
    const { message, receivedAt } = incoming
    const { no, id, reportMin, clockOffsetMs } = gateway
    let newest = -Infinity
    for (const { ts } of message.d) newest = Math.max(newest, ts ?? message.ts)
    const lateMs = receivedAt - newest
    if (!Number.isFinite(lateMs)) continue
    const known = memory.get(no) ?? clockKnown(clockOffsetMs, reportMin)
    const heard = hearClock(known, { lateMs, arrivedAt: receivedAt, reportMin })
    if (heard === null) memory.delete(no)
    else memory.set(no, heard)
    const late = clockIsLate(heard, lateMs, reportMin)
    lateOf.set(incoming, late)
    const wrong = late !== null || !believesClock(newest, receivedAt, false)
    const noted = offsets.get(no)?.offsetMs ?? clockOffsetMs
    // What is neither known to be wrong nor plainly right is left as it was.
    if (!wrong && isLate(lateMs, reportMin)) continue
    const changed = wrong
      ? Math.abs((noted ?? 0) + lateMs) > SAME_MS
      : noted !== null && isLate(-noted, reportMin)
    if (changed) offsets.set(no, { id, offsetMs: Math.round(-lateMs) })
  }
  return { lateOf, offsets }
}

/** Written down in the links of their gateways, in the connection of the intake. */
export const noteClocks = async (client: PoolClient, { offsets }: ClocksHeard): Promise<void> =>
  saveClockOffsets(client, [...offsets.values()])
