import { equivalentHours } from '#domain/stations/capacity.ts'
import {
  dayAt,
  daysOfMonth,
  daysOfPeriod,
  monthOf,
  monthsOfYear,
  yearOf,
} from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { type KnownTimes, readKnownTimes, shareOf } from './known-times.ts'
import type { EnergyPeriod, EnergyBars, Span } from './bar-store.ts'
import { energyByBar, spansOf, keyLength } from './bar-store.ts'
import { SPANS_SHOWN } from '#domain/telemetry/limits.ts'
type Known = { wh: number | null }

/** What the bars of a period are called: its days, months or years. */
export const keyOf: Record<EnergyPeriod, (day: string) => string> = {
  month: (day) => day,
  year: monthOf,
  lifetime: yearOf,
}
const shapes: Record<EnergyPeriod, RegExp> = { month: /^\d{4}-\d{2}$/, year: /^\d{4}$/, lifetime: /^$/ }

/** `of` as given, or the present month or year of the zone. @throws Refusal `invalid_input` when it does not fit. */
export const periodOf = (period: EnergyPeriod, of: string | undefined, now: number, zone: string): string => {
  const today = dayAt(now, zone)
  const present = { month: monthOf(today), year: yearOf(today), lifetime: '' }[period]
  const chosen = of ?? present
  return shapes[period].test(chosen) ? chosen : refuse('invalid_input', { field: 'of' })
}

const barKeys = (period: EnergyPeriod, of: string, known: Iterable<string>): string[] => {
  if (period === 'month') return daysOfMonth(of)
  if (period === 'year') return monthsOfYear(of)
  const years = [...known].map(Number).sort((a, b) => a - b)
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return []
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index).padStart(4, '0'))
}

/** As it is told: of stretches across bars the newest. What they add up to is worked out of all of them before. */
export const told = (bars: EnergyBars): EnergyBars => ({ ...bars, spans: bars.spans.slice(-SPANS_SHOWN) })

const add = (total: Known, wh: number): void => void (total.wh = (total.wh ?? 0) + wh)

export type EnergyChoice = { period: EnergyPeriod; of: string; timeZone: string; capacityW: number | null }

/** Days of the period, both included; null = all there are. */
export const limitsOf = ({ period, of }: Pick<EnergyChoice, 'period' | 'of'>) =>
  period === 'lifetime' ? null : daysOfPeriod(of)

/** Energy of the devices `nos` of one station together; see `energyBarsOf`. */
export const readEnergyBars = async (
  db: Db,
  nos: readonly number[],
  choice: EnergyChoice,
  now: number,
): Promise<EnergyBars> => {
  const limits = limitsOf(choice)
  const [byBar, spans, known] = await Promise.all([
    energyByBar(db, nos, choice.period, limits),
    spansOf(db, nos, limits),
    readKnownTimes(db, nos, { length: keyLength[choice.period], limits }, now),
  ])
  return energyBarsOf(byBar, spans, choice, known)
}

/**
 * Energy by day of a month, month of a year or year of the lifetime. `byBar`: Wh known by bar. A span counts in the
 * smallest of bar and period that holds it wholly; a bar that one reaches out of says `shared`.
 * `capacityW` (null = unknown) gives the equivalent hours, kWh / kWp, of the part of it that is known. Without `known`
 * nothing is said of what is missing.
 */
export const energyBarsOf = (
  byBar: ReadonlyMap<string, number>,
  spans: readonly Span[],
  choice: EnergyChoice,
  times: KnownTimes | null = null,
): EnergyBars => {
  const { period, of, timeZone, capacityW } = choice
  const limits = limitsOf(choice)
  const key = keyOf[period]
  const known = [...byBar.keys(), ...spans.flatMap(({ fromDay, toDay }) => [key(fromDay), key(toDay)])]
  const bars = new Map(
    barKeys(period, of, known).map((name): [string, EnergyBars['bars'][number]] => [
      name,
      {
        key: name,
        wh: byBar.get(name) ?? null,
        shared: false,
        ...(times && { coverage: shareOf(times, daysOfPeriod(name), [name]) }),
      },
    ]),
  )
  const total: Known = { wh: null }
  let sharedWh = 0
  for (const wh of byBar.values()) add(total, wh)

  const across: Span[] = []
  for (const span of spans) {
    const [from, to] = [key(span.fromDay), key(span.toDay)]
    const bar = bars.get(from)
    const inside = limits === null || (span.fromDay >= limits.fromDay && span.toDay <= limits.toDay)
    if (inside) add(total, span.wh)
    else sharedWh += span.wh
    if (from === to && bar !== undefined) add(bar, span.wh)
    else {
      for (const touched of bars.values()) if (touched.key >= from && touched.key <= to) touched.shared = true
      if (inside) across.push(span)
    }
  }
  const coverage = times && shareOf(times, limits, null)
  return {
    period,
    of,
    timeZone,
    bars: [...bars.values()],
    spans: across,
    spansTotal: across.length,
    totalWh: total.wh,
    sharedWh,
    equivalentHours: capacityW === null ? null : equivalentHours(total.wh, capacityW, times ? coverage : 1),
    ...(times && { coverage, since: times.since }),
  }
}
