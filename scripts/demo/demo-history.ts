import type { Checkpoint } from '#simulator/energy-counters.ts'
import type { Fault } from '#simulator/faults.ts'
import { plausibleCounters } from '#simulator/fleet.ts'
import { simulateStation } from '#simulator/simulate-station.ts'
import type { StationSpec } from '#simulator/station-spec.ts'
import { simulateDevices, type Wanted } from '#simulator/simulated-station.ts'
import { addDays, dayAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import type { Context } from '#server/context.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'

import { eventfulDays, type Incident } from './demo-incidents.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** How far back the world has daily values, inverter readings, and readings of every optimizer. */
const YEAR_DAYS = 366
const INVERTER_DAYS = 30
const OPTIMIZER_DAYS = 3
/** Messages handed to the storing operation at once. */
const PORTION = 400

type Span = {
  fromTs: number
  toTs: number
  stepMs: number
  /** Step of the counters' integration. */
  gridMs: number
  wanted: Wanted
  boot: string
  /** What is wrong meanwhile. */
  faults?: readonly Fault[]
  /** Written as what came in at the time, not as something filled in afterwards: the newest stays the live reading. */
  live?: boolean
}

type Message = Parameters<typeof storeReadings>[1][number] & { receivedAt: number }

/**
 * Hands messages to the operation that stores live readings, in portions and with their own clock: each is one
 * transaction, which a database on a busy machine must not wait for until it gives it up.
 */
const inPortions = (context: Context) => {
  let portion: Message[] = []
  const flush = async (): Promise<void> => {
    const last = portion.at(-1)
    if (last) await storeReadings(context, portion, last.receivedAt)
    portion = []
  }
  return {
    put: async (message: Message): Promise<void> => {
      portion.push(message)
      if (portion.length >= PORTION) await flush()
    },
    flush,
  }
}

/** Simulates a span and stores it. */
const writeSpan = async (
  context: Context,
  spec: StationSpec,
  counters: Checkpoint,
  { gridMs, wanted, faults = [], live = false, ...span }: Span,
): Promise<Checkpoint> => {
  const messages = simulateStation(spec, span, { counters, gridMs, faults, ...wanted })
  const store = inPortions(context)
  for (;;) {
    const next = messages.next()
    if (next.done) {
      await store.flush()
      return next.value.checkpoint(span.toTs)
    }
    const { gateway, message } = next.value
    await store.put({ gatewaySn: gateway, message: { ...message, hist: !live }, receivedAt: message.ts })
  }
}

/**
 * One reading of every inverter at each local midnight from `fromTs` to `toTs`: what daily values are made of. Gives
 * the counters at `toTs`.
 */
const writeMidnights = async (
  context: Context,
  spec: StationSpec,
  counters: Checkpoint,
  { toTs, boot }: { toTs: number; boot: string },
): Promise<Checkpoint> => {
  const station = simulateDevices(spec, { counters, gridMs: 30 * MINUTE })
  const store = inPortions(context)
  let seq = 0
  const first = dayAt(counters.ts, spec.timeZone)
  for (let day = addDays(first, 1); ; day = addDays(day, 1)) {
    const ts = dayStartAt(day, spec.timeZone)
    if (ts >= toTs) break
    for (const { sn: gatewaySn } of spec.gateways) {
      const wanted = {
        gateway: gatewaySn,
        inverters: true,
        optimizers: false,
        shutdowns: false,
        weather: false,
      }
      const d = station.readingsAt(ts, wanted)
      seq += 1
      await store.put({ gatewaySn, message: { v: 1, boot, seq, ts, hist: true, d }, receivedAt: ts })
    }
  }
  await store.flush()
  return station.checkpoint(toTs)
}

/** The months before the month of readings: midnights, and every reading of the days on which something went wrong. */
const writeYear = async (
  context: Context,
  spec: StationSpec,
  given: Checkpoint,
  { toTs, boot, incidents }: { toTs: number; boot: string; incidents: readonly Incident[] },
): Promise<Checkpoint> => {
  let counters = given
  const stepMs = spec.reportMin * MINUTE
  const days = eventfulDays(spec, incidents).filter((day) => day.fromTs > given.ts && day.fromTs < toTs)
  for (const [at, day] of days.entries()) {
    counters = await writeMidnights(context, spec, counters, { toTs: day.fromTs, boot: `${boot}-${at}` })
    counters = await writeSpan(context, spec, counters, {
      fromTs: day.fromTs,
      // With the midnight after it, on which the next day begins.
      toTs: Math.min(day.toTs + stepMs, toTs),
      stepMs,
      gridMs: 5 * MINUTE,
      wanted: { inverters: true, optimizers: false, shutdowns: false, weather: false },
      boot: `${boot}-${at}-day`,
      faults: incidents.map(({ fault }) => fault),
    })
  }
  return counters.ts < toTs ? writeMidnights(context, spec, counters, { toTs, boot }) : counters
}

/** A year of a station up to `now`. Gives where its counters stand, for the fleet to go on from. */
export const writeHistory = async (
  context: Context,
  spec: StationSpec,
  now: number,
  lasting: readonly Fault[],
  incidents: readonly Incident[],
): Promise<Checkpoint> => {
  const faults = [...incidents.map(({ fault }) => fault), ...lasting]
  const step = spec.reportMin * MINUTE
  const at = (days: number): number => Math.floor((now - days * DAY) / step) * step
  const inverters = { inverters: true, optimizers: false, shutdowns: false, weather: false }
  const start = at(YEAR_DAYS)
  const boot = 'history'
  let counters = plausibleCounters(spec, start)
  counters = await writeYear(context, spec, counters, {
    toTs: at(INVERTER_DAYS),
    boot: `${boot}-year`,
    incidents,
  })
  counters = await writeSpan(context, spec, counters, {
    fromTs: at(INVERTER_DAYS),
    toTs: at(OPTIMIZER_DAYS),
    stepMs: step,
    gridMs: 5 * MINUTE,
    wanted: inverters,
    boot: `${boot}-month`,
    faults,
  })
  return writeAll(context, spec, counters, {
    fromTs: at(OPTIMIZER_DAYS),
    toTs: now,
    boot: `${boot}-days`,
    live: true,
    faults,
  })
}

/** Everything a station measured between two instants; not `live`, as its gateways would have sent it afterwards. */
export const writeAll = (
  context: Context,
  spec: StationSpec,
  counters: Checkpoint,
  span: Pick<Span, 'fromTs' | 'toTs' | 'boot' | 'live' | 'faults'>,
): Promise<Checkpoint> =>
  writeSpan(context, spec, counters, {
    ...span,
    stepMs: spec.reportMin * MINUTE,
    gridMs: 5 * MINUTE,
    wanted: {},
  })
