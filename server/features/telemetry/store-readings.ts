import type { StoreOutcome } from './store-outcome.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { serialKey } from '#domain/devices/fields.ts'
import { clientTransaction } from '../../platform/db/client-transaction.ts'
import { databaseUnavailable, pgCode, pgTable } from '../../platform/db/trouble.ts'
import type { Context } from '../../context.ts'
import { addDrops, type Drop } from '../devices/drop-store.ts'
import { hearGateways, messageKey, noteHeard, noteMessages, noteNewMessages } from './gateway-store.ts'
import { hearClocks, noteClocks } from './gateway-clocks.ts'
import { gatewaysByKey, type KnownGateway } from './known-gateways.ts'
import { ensurePartitions, utcDayStart } from './partition-store.ts'
import {
  ensureStage,
  type Kept,
  type KeptReading,
  keepNew,
  keepStaged,
  stageReadings,
} from './reading-stage.ts'
import { beyondPacked } from './late-store.ts'
import { mayBeSmall } from './small-rows.ts'
import { lookForStill, type PerhapsLate } from './look-again.ts'
import type { DarkReading } from './mark-still.ts'
import { type IncomingMessage, sortMessage } from './sort-messages.ts'
import { quarantineStrangers, type Stranger } from '../devices/quarantine-store.ts'
import { countRefused } from '../devices/gateway-link-store.ts'
import type { MarkMemory } from '../stations/mark-memory.ts'
import { markStations } from '../stations/mark-store.ts'

type StoreContext = Pick<Context, 'pool' | 'log' | 'intake' | 'changeEvents' | 'retentionDays'>

/** Rows a transaction writes when much comes at once. */
const CHUNK_ROWS = 10_000
const ATTEMPTS = 5
/** Deadlock, serialization failure, lock not had in time; no partition (dropped by another server meanwhile). */
const again = /^(?:40P01|40001|55P03|23514)$/

/** unique_violation */
const ALREADY_THERE = '23505'
/** Batches that go through the stage, or ask which messages are known, after one met what was there: repeats seldom come alone. */
const DETOURS = 20

const inTransaction = <T>(
  { pool, intake }: StoreContext,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> => clientTransaction(pool, work, (client) => ensureStage(client, intake.staged))

const dropOf = ({ gatewaySn, receivedAt: at }: IncomingMessage) => ({ gatewaySn, channel: 'tele', at })

/** `marks`, `heard`: what is noted in memory once it is committed. */
type Told = {
  outcome: StoreOutcome
  moved: Map<string, string>
  marks: Parameters<MarkMemory['note']>
  heard: ReadonlyMap<number, number>
}

/** `straight`: readings are taken to be new; `asking`: messages are not. */
type Way = { straight: boolean; asking: boolean }

const writeBatch = async (
  context: StoreContext,
  client: PoolClient,
  messages: readonly IncomingMessage[],
  { straight, asking }: Way,
): Promise<Told> => {
  const keys = messages.map(({ gatewaySn }) => serialKey(gatewaySn))
  const gateways = await gatewaysByKey(client, new Set(keys), context.intake.gateways)
  const known = messages.flatMap((incoming, index) => {
    const gateway = gateways.get(keys[index] ?? '')
    if (gateway === undefined) return []
    const { boot, seq } = incoming.message
    return [{ incoming, gateway, key: { gatewayNo: gateway.no, boot, seq } }]
  })
  const once = new Map(known.toReversed().map((one) => [messageKey(one.key), one]))
  const heard = new Map<number, number>()
  for (const { gateway, incoming } of known)
    heard.set(gateway.no, Math.max(heard.get(gateway.no) ?? 0, incoming.receivedAt))
  const outcome: StoreOutcome = {
    stored: 0,
    refused: 0,
    quarantined: 0,
    repeated: known.length,
    unknown: messages.length - known.length,
  }
  if (known.length === 0) return { outcome, moved: new Map(), marks: [[], [], 0], heard: new Map() }

  const fresh = await (asking ? noteMessages : noteNewMessages)(
    client,
    [...once.values()].map(({ key, incoming }) => ({ ...key, receivedAt: incoming.receivedAt })),
  )
  outcome.repeated -= fresh.size

  const clocks = hearClocks(
    context.intake.clocks,
    [...once].flatMap(([key, one]) => (fresh.has(key) ? [one] : [])),
  )

  const readings: KeptReading[] = []
  const dark: DarkReading[] = []
  const perhapsLate: PerhapsLate[] = []
  const strangers = new Map<string, Stranger>()
  const refusedBy = new Map<string, number>()
  const drops: (Drop & { gatewaySn: string })[] = []
  for (const [key, { incoming, gateway }] of once) {
    if (!fresh.has(key)) continue
    const sorted = sortMessage(incoming, gateway, context.retentionDays, clocks.lateOf.get(incoming))
    for (const reading of sorted.readings) readings.push(reading)
    for (const reading of sorted.dark) dark.push(reading)
    for (const reading of sorted.perhapsLate) perhapsLate.push(reading)
    let refused = sorted.refused.before_2000 + sorted.refused.older_than_retention
    for (const [reason, count] of Object.entries(sorted.refused))
      if (count > 0) drops.push({ ...dropOf(incoming), reason, count })
    for (const stranger of sorted.strangers.values()) {
      const place = `${stranger.gatewayId}/${stranger.snKey}`
      const before = strangers.get(place)?.readings ?? 0
      strangers.set(place, { ...stranger, readings: stranger.readings + before })
      outcome.quarantined += stranger.readings
      refused += stranger.readings
    }
    for (const { sn, count } of incoming.message.unreadable ?? []) {
      const place = `${gateway.id}/${sn}`
      const before = strangers.get(place)?.readings ?? 0
      const readings = before + count
      strangers.set(place, {
        gatewayId: gateway.id,
        snKey: sn,
        sn,
        reason: 'serial',
        readings,
        at: incoming.receivedAt,
      })
      outcome.quarantined += count
      refused += count
    }
    outcome.refused += refused
    refusedBy.set(gateway.id, (refusedBy.get(gateway.id) ?? 0) + refused)
  }
  if (strangers.size > 0) await quarantineStrangers(client, [...strangers.values()])
  const now = Math.max(...messages.map(({ receivedAt }) => receivedAt))
  const beyond = await beyondPacked(client, readings, perhapsLate, now)
  const { stored, moved } = await keep(context, client, beyond, { straight, now })
  outcome.stored = stored
  const corrected = await lookForStill(client, { dark, perhapsLate, repeated: stored < readings.length })
  // Rows that every batch writes come last: another batch waits for them until this one is committed.
  await countRefused(client, refusedBy)
  await addDrops(client, drops)
  const written = await hearGateways(client, heard, context.intake.heard)
  await noteClocks(client, clocks)
  const all = movedDevices(gateways, readings, [...moved, ...corrected], heard)
  const [stations, at] = [new Set(all.values()), performance.now()]
  const marks = context.intake.marks.needed(stations, at)
  await markStations(client, marks)
  return { outcome, moved: all, marks: [stations, marks.held, at], heard: written }
}

const keep = async (
  { pool, intake }: StoreContext,
  client: PoolClient,
  readings: readonly KeptReading[],
  { straight, now }: { straight: boolean; now: number },
): Promise<Kept> => {
  if (readings.length === 0) return { stored: 0, moved: [] }
  await ensurePartitions(pool, new Set(readings.map(({ ts }) => utcDayStart(ts))), intake.days)
  const small = await mayBeSmall(client, intake.smallRows, now)
  if (straight) return keepNew(client, readings, small)
  await stageReadings(client, readings, small)
  return keepStaged(client)
}

/** Devices (id to station) whose newest values moved. A gateway counts: it was heard. */
const movedDevices = (
  gateways: ReadonlyMap<string, KnownGateway>,
  readings: readonly KeptReading[],
  moved: readonly number[],
  heard: ReadonlyMap<number, number>,
): Map<string, string> => {
  const numbers = new Set(moved)
  const found = new Map<string, string>()
  for (const { no, id, stationId } of gateways.values()) if (heard.has(no)) found.set(id, stationId)
  for (const { deviceNo, device } of readings)
    if (numbers.has(deviceNo)) found.set(device.id, device.stationId)
  return found
}

const storeBatch = async (
  context: StoreContext,
  messages: readonly IncomingMessage[],
): Promise<StoreOutcome> => {
  const { detours, days, counters, marks: marked, heard: known } = context.intake
  for (let attempt = 1; ; attempt += 1) {
    const way: Way = { straight: detours.readings === 0, asking: detours.messages > 0 }
    try {
      const { outcome, moved, marks, heard } = await inTransaction(context, (client) =>
        writeBatch(context, client, messages, way),
      )
      detours.readings = Math.max(0, detours.readings - 1)
      detours.messages = Math.max(0, detours.messages - 1)
      marked.note(...marks)
      noteHeard(known, heard)
      tellMoved(context, moved)
      counters().note(outcome)
      return outcome
    } catch (error) {
      // What was committed before may have gone with the database that it was committed to.
      marked.forget()
      known.clear()
      const code = pgCode(error) ?? ''
      if (code === ALREADY_THERE) {
        const what = pgTable(error) === 'gateway_message' ? 'messages' : 'readings'
        if (what === 'messages' ? !way.asking : way.straight) {
          detours[what] = DETOURS
          continue
        }
      }
      if (!again.test(code) || attempt === ATTEMPTS) throw error
      if (code === '23514') days.clear()
      await pause(attempt * 15)
    }
  }
}

/** What was committed is committed, whatever a listener makes of it. */
const tellMoved = ({ changeEvents, log }: StoreContext, moved: ReadonlyMap<string, string>): void => {
  try {
    for (const [deviceId, stationId] of moved) changeEvents.tell({ type: 'device', stationId, deviceId })
  } catch (error) {
    log.error({ err: error }, 'change events of a station were not taken')
  }
}

export type Settled = { ok: true } | { ok: false; error: unknown }

/**
 * Stores a batch and says of each message whether it is safe, in the order given: `ok` only after the commit. When
 * the batch fails for something in it, halves are tried until the message at fault stands alone; when the database
 * cannot answer, all fail at once and may be sent again.
 */
export const storeEach = async (
  context: StoreContext,
  messages: readonly IncomingMessage[],
): Promise<Settled[]> => {
  if (messages.length === 0) return []
  try {
    await storeBatch(context, messages)
    return messages.map(() => ({ ok: true }))
  } catch (error) {
    if (messages.length === 1 || databaseUnavailable(error)) return messages.map(() => ({ ok: false, error }))
    context.log.warn({ err: error, messages: messages.length }, 'a batch of readings failed and is halved')
    const middle = Math.ceil(messages.length / 2)
    const first = await storeEach(context, messages.slice(0, middle))
    return [...first, ...(await storeEach(context, messages.slice(middle)))]
  }
}

/**
 * Stores many messages, in portions of about 10,000 readings, each portion one commit. `now` is the arrival of
 * those that do not name their own, so a history can be written with a clock of its own.
 * @throws the database's error; what was committed before it stays, and storing all of it again changes nothing.
 */
export const storeReadings = async (
  context: StoreContext,
  messages: readonly (Omit<IncomingMessage, 'receivedAt'> & { receivedAt?: number })[],
  now: number,
): Promise<StoreOutcome> => {
  const total: StoreOutcome = { stored: 0, refused: 0, quarantined: 0, repeated: 0, unknown: 0 }
  let portion: IncomingMessage[] = []
  let rows = 0
  const write = async (): Promise<void> => {
    const outcome = await storeBatch(context, portion)
    for (const key of Object.keys(total) as (keyof StoreOutcome)[]) total[key] += outcome[key]
    portion = []
    rows = 0
  }
  for (const message of messages) {
    portion.push({ receivedAt: now, ...message })
    rows += message.message.d.length
    if (rows >= CHUNK_ROWS) await write()
  }
  if (portion.length > 0) await write()
  return total
}
