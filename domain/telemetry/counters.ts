import { localDayFinder } from './local-days.ts'
import { metrics, type NumberMetric } from './metrics.ts'
import { hasFlag } from './quality-flags.ts'

/**
 * Which of its counters is what a device made, and which are kept beside it. Chosen here alone (the same in SQL:
 * `counter-sql.ts`).
 */

/**
 * Counters of what was made, the best first: of the modules of a hybrid, of its lifetime, of the day where there is no
 * lifetime counter. They count the same energy: one of them is taken, never two.
 */
export const madeCounters = ['e_pv', 'e_tot', 'e_day'] as const satisfies readonly NumberMetric[]
export type MadeCounter = (typeof madeCounters)[number]
/** Counters of what flows through meters and batteries, each with energies of its own. */
export const flowCounters = ['e_in', 'e_out', 'e_chg', 'e_dis'] as const satisfies readonly NumberMetric[]
export type FlowCounter = (typeof flowCounters)[number]
/** Their names in the API. */
export const flowViews = flowCounters.map((name) => metrics[name].view)
/** A book of the energy ledger: what a device made, or one of its flows. */
export type Book = 'made' | FlowCounter

/** What a counter can show, Wh; the same for each of them. */
export const counterRange = metrics.e_tot.range()

/** Bits of the books that something came for, as `energy_due` keeps them: never renumber. */
export const bookBits = { made: 1, e_in: 2, e_out: 4, e_chg: 8, e_dis: 16 } as const satisfies Record<
  Book,
  number
>
export const booksIn = (bits: number): Book[] =>
  (['made', ...flowCounters] as const).filter((book) => (bits & bookBits[book]) !== 0)

type Counters = { readonly [Name in MadeCounter | FlowCounter]?: number | null | undefined }

/** Within its range; `e_tot` has a flag that says so, the others share one. */
const isBelieved = (name: MadeCounter | FlowCounter, counters: Counters, flags: number): boolean => {
  const wh = counters[name] ?? null
  if (wh === null) return false
  return name === 'e_tot' ? !hasFlag(flags, 'energy') : wh >= counterRange.min && wh <= counterRange.max
}

/** The books that a reading says something for; what it does not name it does not say. */
export const booksOfReading = (counters: Counters, flags: number): number => {
  let bits = madeCounters.some((name) => isBelieved(name, counters, flags)) ? bookBits.made : 0
  for (const name of flowCounters) if (isBelieved(name, counters, flags)) bits |= bookBits[name]
  return bits
}

type Counted = { ts: number; of?: MadeCounter }

export const isBetterCounter = (one: MadeCounter, than: MadeCounter): boolean =>
  madeCounters.indexOf(one) < madeCounters.indexOf(than)

/**
 * Readings of one counter a local day, the best that the device said on it: what leaves it out for once, or says it
 * less often than another, changes nothing. Each reading comes with its own best. Where there are several counters,
 * days of which a part alone is loaded (`whole` false on that side) are left out, as the rest may say a better one.
 * `mixed`: there were several.
 */
export const countedReadings = <Reading extends Counted>(
  readings: readonly Reading[],
  zone: string,
  whole: { before: boolean; after: boolean },
): { readings: readonly Reading[]; mixed: boolean } => {
  const of = (reading: Reading): MadeCounter => reading.of ?? 'e_tot'
  const first = readings[0]
  if (first === undefined || readings.every((reading) => of(reading) === of(first)))
    return { readings, mixed: false }
  const dayAt = localDayFinder(zone)
  const best = new Map<string, MadeCounter>()
  let [earliest, latest] = ['9999', '']
  for (const reading of readings) {
    const { day } = dayAt(reading.ts)
    const known = best.get(day)
    if (known === undefined || isBetterCounter(of(reading), known)) best.set(day, of(reading))
    if (day < earliest) earliest = day
    if (day > latest) latest = day
  }
  return {
    readings: readings.filter((reading) => {
      const { day } = dayAt(reading.ts)
      const partial = (day === earliest && !whole.before) || (day === latest && !whole.after)
      return best.get(day) === of(reading) && !partial
    }),
    mixed: true,
  }
}
