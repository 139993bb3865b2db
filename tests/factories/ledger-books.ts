import type { SetAside } from '#domain/telemetry/counter-points.ts'
import type { CounterReading } from '#domain/telemetry/counter-rules.ts'
import { countedReadings } from '#domain/telemetry/counters.ts'
import { knownLight } from '#domain/telemetry/coverage.ts'
import { lightOfDays } from '#domain/telemetry/day-light.ts'
import { bridgeMs, spreadSteps } from '#domain/telemetry/energy-days.ts'
import { energyLedger } from '#domain/telemetry/energy-ledger.ts'
import {
  type BookedDay,
  type BookedSpan,
  type LedgerRules,
  withKnown,
} from '#domain/telemetry/ledger-book.ts'
import { foldOfText, foldText } from '#domain/telemetry/fold-text.ts'
import { goOn, type LedgerFold } from '#domain/telemetry/ledger-fold.ts'
import { ledgerWindow } from '#domain/telemetry/ledger-window.ts'
import { localDayFinder } from '#domain/telemetry/local-days.ts'
import { HOUR, RATED_W } from './counter-series.ts'

const limits = { ratedW: RATED_W }
const maxBridgeMs = bridgeMs(5)
const lightOf = lightOfDays({ latitude: 31.2, north: true, longitude: 121.5, east: true })

const key = ({ ts, reason, eTotWh }: SetAside): string => `${ts} ${reason} ${eTotWh}`

/** Stands in for the tables of one book: changed only as a window, or a fold that goes on, says. */
export class LedgerBooks {
  readonly rules: LedgerRules
  readonly goesOn: boolean
  readonly stored: CounterReading[] = []
  days = new Map<string, BookedDay>()
  spans: BookedSpan[] = []
  setAside: SetAside[] = []
  fold: LedgerFold | null = null
  /** Readings that were looked at. */
  read = 0
  wentOn = 0

  /** `goesOn`: whether it may go on from where it stood. */
  constructor(zone: string, goesOn: boolean) {
    this.rules = { zone, dayOf: localDayFinder(zone), limits, maxBridgeMs, lightOf }
    this.goesOn = goesOn
  }

  store(batch: readonly CounterReading[]): void {
    if (batch.length === 0) return
    this.stored.push(...batch)
    const since = Math.min(...batch.map(({ ts }) => ts))
    const until = Math.max(...batch.map(({ ts }) => ts))
    if (!this.goesOn || !this.goOn(since)) this.recompute(since, until)
  }

  private goOn(since: number): boolean {
    const { fold } = this
    if (fold === null || since <= fold.lastTs) return false
    const readings = this.stored.filter(({ ts }) => ts > fold.lastTs).toSorted((a, b) => a.ts - b.ts)
    // As it would come back from its table.
    const change = goOn(foldOfText(foldText(fold)), readings, this.rules)
    if (change === null) return false
    this.read += readings.length
    this.wentOn += 1
    const { gone } = change
    this.days = new Map([...[...this.days].filter(([day]) => !gone.days.includes(day)), ...change.days])
    const moved = new Set([...gone.spans, ...change.spans.map(({ fromTs }) => fromTs)])
    this.spans = [...this.spans.filter(({ fromTs }) => !moved.has(fromTs)), ...change.spans].sort(
      (a, b) => a.fromTs - b.fromTs,
    )
    this.setAside = [...this.setAside.filter(({ ts }) => !gone.setAside.includes(ts)), ...change.setAside]
    this.fold = change.fold
    return true
  }

  /** Recomputes as little as the window allows, loading more until it is enough. */
  private recompute(since: number, until: number): void {
    for (let before = 6 * HOUR, after = 6 * HOUR; ;) {
      const readings = this.stored.filter(({ ts }) => ts >= since - before && ts <= until + after)
      this.read += readings.length
      const change = ledgerWindow({
        ...this.rules,
        since,
        until,
        readings,
        complete: {
          before: this.stored.every(({ ts }) => ts >= since - before),
          after: this.stored.every(({ ts }) => ts <= until + after),
        },
      })
      if (change.widen !== null) {
        if (change.widen.before) before *= 4
        if (change.widen.after) after *= 4
        continue
      }
      this.fold = change.fold
      const { replace } = change
      if (replace === null) return
      const { fromTs, toTs } = replace
      const inside = (ts: number): boolean => ts >= fromTs && ts <= toTs
      this.days = new Map([
        ...[...this.days].filter(([day]) => day < replace.fromDay || day > replace.toDay),
        ...change.days,
      ])
      this.spans = [
        ...this.spans.filter((span) => span.fromTs < fromTs || span.toTs > toTs),
        ...change.spans,
      ].sort((a, b) => a.fromTs - b.fromTs)
      this.setAside = [...this.setAside.filter(({ ts }) => !inside(ts)), ...change.setAside]
      return
    }
  }

  content() {
    return {
      days: [...this.days].sort(([a], [b]) => (a < b ? -1 : 1)),
      spans: this.spans,
      setAside: this.setAside.map(key).sort(),
    }
  }
}

/** The books of all readings, computed at once. */
export const wholeBooks = (all: readonly CounterReading[], zone: string) => {
  const series = countedReadings(
    all.toSorted((a, b) => a.ts - b.ts),
    zone,
    { before: true, after: true },
  ).readings
  const { steps, setAside, accepted } = energyLedger(series, limits, zone)
  const books = new LedgerBooks(zone, false)
  const firstEver = steps[0]?.fromTs ?? accepted[0]?.ts ?? null
  const known = knownLight(steps, zone, lightOf, { maxBridgeMs, ratedW: RATED_W, firstEver })
  Object.assign(books, withKnown(spreadSteps(steps, zone, { maxBridgeMs }), known), { setAside })
  return books.content()
}
