import type { AsideReason, SetAside } from './counter-points.ts'
import { sortReadings } from './counter-points.ts'
import type { CounterLimits, CounterPoint, CounterReading } from './counter-rules.ts'
import {
  CONFIRM_READINGS,
  follows,
  restartGrowth,
  sinceDayBegan,
  SPIKE_READINGS,
  wrapGrowthWh,
} from './counter-rules.ts'
import {
  type Before,
  type CounterSegment,
  type EnergyLedger,
  type GrowthStep,
  type LedgerState,
  NO_READINGS,
  type SegmentCause,
  type Waiting,
} from './ledger-state.ts'
import { type DayFinder, localDayFinder } from './local-days.ts'

/**
 * The energy ledger of one device: what its lifetime counter proves, and nothing else.
 *
 * A reading that follows the last accepted one (not lower, not beyond rated power) is accepted, and the growth
 * between the two is a step. One that does not follow waits; when the counter comes back, what waited is set aside
 * as a dip or a jump; when `CONFIRM_READINGS` readings in a row agree with each other instead, they are a new segment:
 *   wrap   the counter ran over: the growth across is exact and counted;
 *   reset  the counter started again: the growth across is lost, but for what its first value proves (`restartGrowth`);
 *   jump   the counter rose beyond rated power and stayed there: the growth across is no energy.
 * When they are lower and follow what was accepted one or two readings earlier, those one or two were the wrong ones, a
 * spike within what rated power allows: they are taken back and set aside. So one wrong reading never stays in a total.
 *
 * A counter of the day (`e_day`) falls each night: that is a reset like another, but what it shows after it was made on
 * its own day and is counted whole. Where a device begins to say another counter, it is counted anew from there.
 *
 * The growth of the counter is, by definition, the sum over segments of `endWh - startWh + crossingWh`; it equals the
 * sum of the steps. Steps are never negative and never overlap in time. Newer readings change no step but the last two.
 */

const hold = (held: CounterPoint, next: CounterPoint): CounterPoint => ({
  ...next,
  wh: Math.max(held.wh, next.wh),
})

const segmentAt = ({ ts, wh }: CounterPoint, cause: SegmentCause, crossingWh: number): CounterSegment => ({
  cause,
  startTs: ts,
  startWh: wh,
  endTs: ts,
  endWh: wh,
  crossingWh,
})

class Ledger {
  readonly limits: CounterLimits
  private readonly dayStartAt: (ts: number) => number
  readonly accepted: CounterPoint[]
  readonly segments: CounterSegment[] = []
  readonly steps: GrowthStep[]
  private setAside: SetAside[]
  /** Where the counter stands: time of the last accepted reading (or noise under it) and highest value. */
  private held: CounterPoint | null
  private waiting: Waiting | null
  /** The last 0 since the last accepted reading. */
  private zeroTs: number | null
  /** Of the last accepted readings of this segment, oldest first. */
  private before: Before[]

  constructor(
    limits: CounterLimits,
    setAside: readonly SetAside[],
    dayStartAt: (ts: number) => number,
    from: LedgerState,
  ) {
    const { held, waiting } = from
    this.limits = limits
    this.dayStartAt = dayStartAt
    this.setAside = [...from.noise, ...setAside]
    this.held = held
    this.waiting = waiting && { ...waiting, points: [...waiting.points] }
    this.zeroTs = from.zeroTs
    this.before = [...from.before]
    this.accepted = [...from.accepted]
    this.steps = [...from.steps]
    if (held !== null) this.segments.push(segmentAt(held, 'first', 0))
  }

  zero(ts: number): void {
    this.zeroTs = ts
  }

  read(point: CounterPoint): void {
    if (this.held !== null && this.held.of !== point.of) this.leave()
    if (this.held === null) return this.open('first', point, this.zeroTs)
    const { waiting } = this
    // A counter of the day that fell overnight has begun anew, and may pass where it stood the day before.
    const first = waiting?.points[0]
    const begins =
      waiting !== null &&
      first !== undefined &&
      this.isNewDay(first) &&
      follows(waiting.held, point, this.limits) !== null
    if (!begins && follows(this.held, point, this.limits) !== null) {
      this.giveUpWaiting()
      return this.accept(point)
    }
    if (waiting === null || follows(waiting.held, point, this.limits) === null) {
      this.giveUpWaiting()
      this.waiting = { points: [point], held: point, zeroTs: this.zeroTs }
      return
    }
    waiting.points.push(point)
    waiting.held = hold(waiting.held, point)
    if (waiting.points.length >= CONFIRM_READINGS) this.confirm(waiting)
  }

  /** What follows is of another counter. */
  private leave(): void {
    this.giveUpWaiting()
    this.held = null
    this.before = []
    this.zeroTs = null
  }

  end(): EnergyLedger {
    const state = this.state()
    for (const point of this.waiting?.points ?? []) this.refuse(point, 'unconfirmed')
    const { accepted, segments, steps } = this
    return { accepted, segments, steps, setAside: this.setAside.sort((a, b) => a.ts - b.ts), state }
  }

  private state(): LedgerState {
    const { held, waiting, zeroTs, before } = this
    const accepted = before[0]?.accepted ?? this.accepted.length
    const steps = before[0]?.steps ?? this.steps.length
    const taken = new Set(before.map(({ point }) => point.ts))
    return {
      held,
      waiting,
      zeroTs,
      before: before.map((one) => ({
        ...one,
        accepted: one.accepted - accepted,
        steps: one.steps - steps,
      })),
      accepted: this.accepted.slice(accepted),
      steps: this.steps.slice(steps),
      noise: this.setAside.filter(({ ts, reason }) => reason === 'noise' && taken.has(ts)),
    }
  }

  private accept(point: CounterPoint): void {
    const { held } = this
    const segment = this.segments.at(-1)
    if (held === null || segment === undefined) return
    this.before = [
      ...this.before.slice(1 - SPIKE_READINGS),
      { point, held, accepted: this.accepted.length, steps: this.steps.length },
    ]
    this.steps.push({ fromTs: held.ts, toTs: point.ts, wh: Math.max(0, point.wh - held.wh) })
    if (point.wh < held.wh) this.refuse(point, 'noise')
    else this.accepted.push(point)
    this.held = hold(held, point)
    segment.endTs = this.held.ts
    segment.endWh = this.held.wh
    this.zeroTs = null
  }

  private open(cause: SegmentCause, point: CounterPoint, zeroTs: number | null): void {
    const crossing = this.crossing(cause, point, zeroTs)
    const crossingWh = crossing?.wh ?? 0
    if (crossing !== null) this.steps.push({ ...crossing, toTs: point.ts })
    this.segments.push(segmentAt(point, cause, crossingWh))
    this.accepted.push(point)
    this.held = point
    this.before = []
    this.zeroTs = null
  }

  /** What is known of the energy between the segment before and the first reading of a new one. */
  private crossing(
    cause: SegmentCause,
    point: CounterPoint,
    zeroTs: number | null,
  ): { fromTs: number; wh: number } | null {
    const { held, limits } = this
    if (cause === 'jump') return null
    if (cause === 'reset' && this.isNewDay(point))
      return sinceDayBegan(this.dayStartAt(point.ts), zeroTs, point, limits)
    // A single value before proves nothing: it may have been the wrong one.
    const stood = this.before.length === 0 ? null : held
    if (cause !== 'wrap' || held === null) return restartGrowth(stood, zeroTs, point, limits)
    const wh = wrapGrowthWh(held, point, limits)
    return wh === null ? null : { fromTs: held.ts, wh }
  }

  /** Of a counter of the day: it stood on an earlier day last. */
  private isNewDay(point: CounterPoint): boolean {
    return point.of === 'e_day' && this.held !== null && this.held.ts < this.dayStartAt(point.ts)
  }

  private confirm({ points: [first, ...rest], zeroTs }: Waiting): void {
    if (this.held === null || first === undefined) return
    this.waiting = null
    if (first.wh < this.held.wh && !this.isNewDay(first) && this.takeBack(first)) {
      for (const point of [first, ...rest]) this.accept(point)
      return
    }
    const wrapped =
      first.of !== 'e_day' && first.wh < this.held.wh && wrapGrowthWh(this.held, first, this.limits) !== null
    const cause = wrapped ? 'wrap' : first.wh < this.held.wh ? 'reset' : 'jump'
    this.open(cause, first, zeroTs)
    for (const point of rest) this.accept(point)
  }

  /** Takes back the fewest of the last accepted readings without which `next` follows; false when none are to blame. */
  private takeBack(next: CounterPoint): boolean {
    const from = this.before.findLastIndex(({ held }) => follows(held, next, this.limits) !== null)
    const then = this.before[from]
    const segment = this.segments.at(-1)
    if (then === undefined || segment === undefined) return false
    const spike = this.before.slice(from).map(({ point }) => point)
    this.accepted.length = then.accepted
    this.steps.length = then.steps
    this.held = then.held
    segment.endTs = then.held.ts
    segment.endWh = then.held.wh
    this.before = this.before.slice(0, from)
    const taken = new Set(spike.map(({ ts }) => ts))
    this.setAside = this.setAside.filter(({ ts, reason }) => reason !== 'noise' || !taken.has(ts))
    for (const point of spike) this.refuse(point, 'jump')
    return true
  }

  private giveUpWaiting(): void {
    for (const point of this.waiting?.points ?? [])
      this.refuse(point, point.wh < (this.held?.wh ?? 0) ? 'dip' : 'jump')
    this.waiting = null
  }

  private refuse({ ts, wh }: CounterPoint, reason: AsideReason): void {
    this.setAside.push({ ts, eTotWh: wh, reason })
  }
}

/**
 * The ledger of one device's readings, in any order and any repetition. Linear in their number, once sorted. `zone`
 * says when days begin, which counts for counters of the day alone.
 */
export const energyLedger = (
  readings: Iterable<CounterReading>,
  limits: CounterLimits,
  zone = 'UTC',
): EnergyLedger => ledgerFrom(NO_READINGS, readings, limits, localDayFinder(zone))

/**
 * The ledger goes on from where it stood with readings that are all later, in any order: what it gives begins with what
 * `state` holds, and is from there on what it would be of all readings.
 */
export const ledgerFrom = (
  state: LedgerState,
  readings: Iterable<CounterReading>,
  limits: CounterLimits,
  dayAt: DayFinder,
): EnergyLedger => {
  const { points, zeros, setAside } = sortReadings(readings)
  const ledger = new Ledger(limits, setAside, (ts) => dayAt(ts).startAt, state)
  let zero = 0
  const zerosUntil = (until: number): void => {
    for (let ts = zeros[zero]; ts !== undefined && ts < until; ts = zeros[++zero]) ledger.zero(ts)
  }
  for (const point of points) {
    zerosUntil(point.ts)
    ledger.read(point)
  }
  zerosUntil(Infinity)
  return ledger.end()
}

/** Growth of the counter as defined above, Wh. */
export const counterGrowthWh = (segments: readonly CounterSegment[]): number =>
  segments.reduce((sum, { startWh, endWh, crossingWh }) => sum + endWh - startWh + crossingWh, 0)
