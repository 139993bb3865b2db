import type { CounterLimits } from './counter-rules.ts'
import { lightGatherer, type KnownLight } from './coverage.ts'
import type { LightOf } from './day-light.ts'
import { stepSpreader, type EnergyDay, type EnergyDays, type EnergySpan } from './energy-days.ts'
import type { EnergyLedger } from './ledger-state.ts'
import type { DayFinder } from './local-days.ts'
import { ratedForReadings } from './reading-ranges.ts'

/** What a counter is booked by. */
export type LedgerRules = {
  zone: string
  /** Of the zone. Whoever books many devices shares one: each asks the calendar, which costs as much as the rest. */
  dayOf: DayFinder
  limits: CounterLimits
  maxBridgeMs: number
  lightOf: LightOf
}

/** `known`: thousandths of the day's light over which the counter is known (`coverage.ts`). */
export type BookedDay = EnergyDay & { known: number }
/** `known`: thousandths of days that it knows and its days do not. */
export type BookedSpan = EnergySpan & { known: number }

/** A day over which the counter is known to have stood still, and no reading of its own. */
const STILL: EnergyDay = { wh: 0, shared: false, sharedWh: 0, firstTs: null, lastTs: null }

/** Puts beside each day and span how much of its light it knows. */
export const withKnown = ({ days, spans }: EnergyDays, known: KnownLight) => ({
  days: new Map(
    [...new Set([...days.keys(), ...known.days.keys()])]
      .sort()
      .map((day): [string, BookedDay] => [
        day,
        { ...(days.get(day) ?? STILL), known: known.days.get(day) ?? 0 },
      ]),
  ),
  spans: spans.map((span): BookedSpan => ({ ...span, known: known.spans.get(span.fromTs) ?? 0 })),
})

/** Where booking goes on from: what the final steps brought to the day in which the next one begins. Plain data. */
export type OpenBook = {
  day: { day: string; energy: EnergyDay | null; light: number | null } | null
  /**
   * The book has the device's first reading and no final step yet, so that the beginning (of which nothing is asked
   * before) may move: `firstTs`, its first accepted reading. null = settled, or before what is looked at.
   */
  begin: { firstTs: number | null } | null
}

/** The earliest instant from which a later step can begin; null = nothing is accepted yet. */
const openFromTs = ({ before, held }: EnergyLedger['state']): number | null =>
  before[0]?.held.ts ?? held?.ts ?? null

/**
 * Books the steps of a ledger. `open`: where a ledger that goes on had stood. Gives the days and spans that its steps and `open`
 * touch, and where the next one goes on from.
 */
export const bookLedger = (
  { accepted, steps, state }: Pick<EnergyLedger, 'accepted' | 'steps' | 'state'>,
  { dayOf, limits, maxBridgeMs, lightOf }: LedgerRules,
  { day, begin }: OpenBook,
): ReturnType<typeof withKnown> & { open: OpenBook } => {
  const energies = new Map(day?.energy ? [[day.day, { ...day.energy }]] : [])
  const lights = new Map(day !== null && day.light !== null ? [[day.day, day.light]] : [])
  const spread = stepSpreader(dayOf, maxBridgeMs, energies)
  const ratedW = ratedForReadings(limits.ratedW, limits.shownW ?? null)
  const gatherer = lightGatherer(dayOf, lightOf, { maxBridgeMs, ratedW }, lights)
  const final = steps.length - state.steps.length
  const first = begin && { firstTs: begin.firstTs ?? accepted[0]?.ts ?? null }
  // A device begins to be known with its first step, or its first reading where there is none yet.
  const began = first && (steps[0]?.fromTs ?? first.firstTs)
  if (began !== null && final > 0) gatherer.begin(began)
  const add = (step: (typeof steps)[number]): void => {
    spread.add(step)
    gatherer.add(step)
  }
  for (const step of steps.slice(0, final)) add(step)
  const fromTs = openFromTs(state)
  const openDay = fromTs === null ? null : dayOf(fromTs).day
  const energy = openDay === null ? undefined : energies.get(openDay)
  const open: OpenBook = {
    day:
      openDay === null
        ? null
        : { day: openDay, energy: energy ? { ...energy } : null, light: lights.get(openDay) ?? null },
    begin: final > 0 ? null : first,
  }
  if (began !== null && final === 0) gatherer.begin(began)
  for (const step of steps.slice(final)) add(step)
  return { ...withKnown(spread, gatherer.known()), open }
}
