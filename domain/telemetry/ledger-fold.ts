import type { SetAside } from './counter-points.ts'
import type { CounterReading } from './counter-rules.ts'
import { isBetterCounter, type MadeCounter } from './counters.ts'
import { ledgerFrom } from './energy-ledger.ts'
import {
  type BookedDay,
  type BookedSpan,
  bookLedger,
  type LedgerRules,
  type OpenBook,
} from './ledger-book.ts'
import type { EnergyLedger, LedgerState } from './ledger-state.ts'
import type { DayFinder } from './local-days.ts'
import { shownFrom, type ShownState } from './shown-power.ts'

/**
 * Going on with a ledger instead of computing it anew: a later reading changes nothing but the last two steps, so all
 * that has to be known fits into a few values, however long the day or the counter's silence is.
 */

/** Where a book stands after its newest reading. Plain data, kept as `fold-text.ts` tells it: another form needs another `FOLD_FORM`. */
export type LedgerFold = {
  /** The newest reading, whatever became of it. */
  lastTs: number
  /** The counter that counts for its day; the newest reading of a hybrid's modules, by which its limits are chosen. */
  of: MadeCounter
  pvTs: number | null
  ledger: LedgerState
  open: OpenBook
  /** null: nobody asks what this counter shows. */
  shown: ShownState | null
}

/** Goes up with every change of what a fold holds, or of the rules by which a ledger is computed and booked. No source: chosen. */
export const FOLD_FORM = 2

/** A window that a hybrid's modules said nothing in has other limits (`roll-up.ts`). No source: chosen. */
const PV_MS = 2 * 86_400_000

/** What going on changes in the book; everything else of it stays. */
export type FoldChange = {
  fold: LedgerFold
  /** New, or with other values. */
  days: Map<string, BookedDay>
  spans: BookedSpan[]
  setAside: SetAside[]
  /** What was not final and is no more: days, starts of spans, instants of what was set aside. */
  gone: { days: string[]; spans: number[]; setAside: number[] }
}

const ofReading = ({ of }: CounterReading): MadeCounter => of ?? 'e_tot'

/** Where a book stands whose `readings` were computed to the last one; null = there are none. */
export const foldAt = (
  readings: readonly CounterReading[],
  counted: readonly CounterReading[],
  { state }: EnergyLedger,
  open: OpenBook,
): LedgerFold | null => {
  const last = counted.at(-1)
  if (last === undefined) return null
  let [lastTs, pvTs] = [last.ts, null as number | null]
  for (const reading of readings) {
    if (reading.ts > lastTs) lastTs = reading.ts
    if (ofReading(reading) === 'e_pv' && reading.ts > (pvTs ?? -Infinity)) pvTs = reading.ts
  }
  return { lastTs, of: ofReading(last), pvTs, ledger: state, open, shown: null }
}

/** Those that count, as `countedReadings` would have it of all; null = another counter counts from here on. */
const countedAfter = (
  { lastTs, of, pvTs }: LedgerFold,
  readings: readonly CounterReading[],
  dayOf: DayFinder,
): CounterReading[] | null => {
  const counted: CounterReading[] = []
  let { day } = dayOf(lastTs)
  let pv = pvTs
  for (const reading of readings) {
    const own = ofReading(reading)
    const today = dayOf(reading.ts).day
    if (own === 'e_pv') pv = reading.ts
    if (pv !== null && reading.ts - pv > PV_MS) return null
    if (own === of) counted.push(reading)
    else if (today !== day || isBetterCounter(own, of)) return null
    day = today
  }
  return counted
}

/** Set aside for now: a later reading may still take it back. */
const looseAside = ({ noise, waiting }: LedgerState): SetAside[] => [
  ...noise,
  ...(waiting?.points ?? []).map(({ ts, wh }): SetAside => ({ ts, eTotWh: wh, reason: 'unconfirmed' })),
]

const isSame = <Row extends object>(a: Row, b: Row | undefined): boolean =>
  b !== undefined && Object.entries(a).every(([key, value]) => b[key as keyof Row] === value)

/**
 * The book goes on with `readings`: all that are stored after the last one, sorted. null = one of them is not later, or
 * changes what counted before it; then the window around them has to be computed anew (`ledgerWindow`).
 */
export const goOn = (
  fold: LedgerFold,
  readings: readonly CounterReading[],
  rules: LedgerRules,
): FoldChange | null => {
  const { dayOf, limits } = rules
  const newest = readings.at(-1)
  if (newest === undefined || readings.some(({ ts }) => ts <= fold.lastTs)) return null
  const counted = countedAfter(fold, readings, dayOf)
  if (counted === null) return null
  const { ledger: state } = fold
  const was = bookLedger({ accepted: state.accepted, steps: state.steps, state }, rules, fold.open)
  const ledger = ledgerFrom(state, counted, limits, dayOf)
  const is = bookLedger(ledger, rules, fold.open)
  const aside = looseAside(state)
  const spanAt = new Map(was.spans.map((span) => [span.fromTs, span]))
  return {
    fold: {
      lastTs: newest.ts,
      of: fold.of,
      pvTs: readings.findLast((reading) => ofReading(reading) === 'e_pv')?.ts ?? fold.pvTs,
      ledger: ledger.state,
      open: is.open,
      shown: fold.shown && shownFrom(fold.shown, counted),
    },
    days: new Map([...is.days].filter(([day, energy]) => !isSame(energy, was.days.get(day)))),
    spans: is.spans.filter((span) => !isSame(span, spanAt.get(span.fromTs))),
    setAside: ledger.setAside.filter((now) => !aside.some((one) => isSame(now, one))),
    gone: {
      days: [...was.days.keys()].filter((day) => !is.days.has(day)),
      spans: was.spans
        .map(({ fromTs }) => fromTs)
        .filter((ts) => is.spans.every(({ fromTs }) => fromTs !== ts)),
      setAside: aside.filter((one) => !ledger.setAside.some((now) => isSame(one, now))).map(({ ts }) => ts),
    },
  }
}
