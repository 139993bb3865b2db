import { sortReadings } from './counter-points.ts'
import type { SetAside } from './counter-points.ts'
import type { CounterLimits, CounterPoint, CounterReading } from './counter-rules.ts'
import { CONFIRM_READINGS, follows, NOISE_WH, SPIKE_READINGS } from './counter-rules.ts'
import { countedReadings } from './counters.ts'
import { ledgerFrom } from './energy-ledger.ts'
import { type BookedDay, type BookedSpan, bookLedger, type LedgerRules } from './ledger-book.ts'
import { foldAt, type LedgerFold } from './ledger-fold.ts'
import { NO_READINGS } from './ledger-state.ts'

/**
 * Recomputing a part of the ledger.
 *
 * An anchor is a reading at which the ledger stands in the same state whatever came before or comes after: it ends a
 * steady run (each reading follows the one before without falling) that is at least one longer than
 * `CONFIRM_READINGS` and in which the counter has risen by more than `NOISE_WH` since its reading number
 * `CONFIRM_READINGS`, and the run goes on for `SPIKE_READINGS` more, the most that can be taken back. By then any other
 * count that the ledger still held has either met the run or been given up for it. So the ledger of the readings from one anchor to
 * another is exactly that part of the whole ledger; no step and no span crosses an anchor. A producing device makes
 * an anchor with nearly every reading; over a night the last one is that of the evening before.
 */
const anchors = function* (points: readonly CounterPoint[], limits: CounterLimits): Generator<CounterPoint> {
  let start = 0
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    if (before !== undefined && follows(before, point, limits) !== 'step') start = index
    const settled = points[start + CONFIRM_READINGS - 1]
    const anchor = points[index - SPIKE_READINGS]
    if (settled === undefined || anchor === undefined || anchor.ts <= settled.ts) continue
    if (anchor.wh > settled.wh + NOISE_WH) yield anchor
  }
}

/** The newest anchor whose run lies wholly before `beforeTs`. */
export const lastAnchor = (
  readings: Iterable<CounterReading>,
  limits: CounterLimits,
  beforeTs = Infinity,
): CounterPoint | null => {
  const { points } = sortReadings(readings)
  const before = points.filter(({ ts }) => ts < beforeTs)
  let last: CounterPoint | null = null
  for (const anchor of anchors(before, limits)) last = anchor
  return last
}

/** The oldest anchor whose run lies wholly after `afterTs`. */
export const firstAnchor = (
  readings: Iterable<CounterReading>,
  limits: CounterLimits,
  afterTs = -Infinity,
): CounterPoint | null => {
  const { points } = sortReadings(readings)
  const after = points.filter(({ ts }) => ts > afterTs)
  for (const anchor of anchors(after, limits)) return anchor
  return null
}

export type LedgerWindow = LedgerRules & {
  /** What came, changed or left lies in [since, until]. */
  since: number
  until: number
  /** Of one device: all that are stored from some instant before `since` to some instant after `until`. */
  readings: readonly CounterReading[]
  /** No reading is stored before the first, or after the last, of `readings`. */
  complete: { before: boolean; after: boolean }
}

export type LedgerChange =
  /** The readings do not reach far enough: load more on the sides named and ask again. */
  | { widen: { before: boolean; after: boolean } }
  | {
      widen: null
      /** Replace all days from `fromDay` to `toDay` (both included) by `days`. Empty readings: null. */
      replace: { fromDay: string; toDay: string; fromTs: number; toTs: number } | null
      days: Map<string, BookedDay>
      /** Replace all spans with `fromTs >= replace.fromTs` and `toTs <= replace.toTs` by these. */
      spans: BookedSpan[]
      /** Replace all that was set aside in [replace.fromTs, replace.toTs] by these. */
      setAside: SetAside[]
      /** Where the book stands, for `goOn`; null = the window ends before its newest reading. */
      fold: LedgerFold | null
    }

/**
 * The days, spans and set-aside readings that a change of the readings in [since, until] can alter, equal to those of
 * a ledger of all readings. The days touched reach from the last anchor before the change to the first after it;
 * they are whole days, so the readings must also reach to an anchor before the first of them and after the last.
 */
export const ledgerWindow = (window: LedgerWindow): LedgerChange => {
  const { limits, zone, dayOf, complete } = window
  const { readings, mixed } = countedReadings(window.readings, zone, complete)
  // What came may have made another counter that of its day: all of the day changed.
  const since = mixed ? dayOf(window.since).startAt : window.since
  const until = mixed ? dayOf(window.until).endAt : window.until
  const times = readings.map(({ ts }) => ts)
  const firstTs = times.reduce((a, b) => Math.min(a, b), since)
  const lastTs = times.reduce((a, b) => Math.max(a, b), until)
  if (times.length === 0 && complete.before && complete.after)
    return { widen: null, replace: null, days: new Map(), spans: [], setAside: [], fold: null }

  const changeFrom = lastAnchor(readings, limits, since)
  const changeTo = firstAnchor(readings, limits, until)
  const fromDay = dayOf(changeFrom?.ts ?? firstTs)
  const toDay = dayOf(changeTo?.ts ?? lastTs)
  // A step that ends at midnight belongs to the day before, so an anchor at midnight bounds the day on either side.
  const left = lastAnchor(readings, limits, fromDay.startAt + 1)
  const right = firstAnchor(readings, limits, toDay.endAt - 1)
  const widen = {
    before: left === null && !complete.before,
    after: right === null && !complete.after,
  }
  if (widen.before || widen.after) return { widen }

  const fromTs = left?.ts ?? firstTs
  const toTs = right?.ts ?? lastTs
  const ledger = ledgerFrom(
    NO_READINGS,
    readings.filter(({ ts }) => ts >= fromTs && ts <= toTs),
    limits,
    dayOf,
  )
  // The window holds the device's first reading: nothing is asked of it before.
  const begin = left === null ? { firstTs: null } : null
  const { days, spans, open } = bookLedger(ledger, window, { day: null, begin })
  const inside = new Map([...days].filter(([day]) => day >= fromDay.day && day <= toDay.day))
  return {
    widen: null,
    replace: { fromDay: fromDay.day, toDay: toDay.day, fromTs, toTs },
    days: inside,
    spans,
    setAside: ledger.setAside,
    fold: complete.after && right === null ? foldAt(window.readings, readings, ledger, open) : null,
  }
}
