import type { Earlier } from '../stations/earlier-energy.ts'
import type { EnergyTotals } from '../telemetry/energy-totals.ts'
import type { PastRead } from './kept-figures.ts'

/** Wh of the station's month, year and life; null = nothing known. */
type LongWh = { monthWh: number | null; yearWh: number | null; lifetimeWh: number | null }
export type LongEnergy = LongWh & NotSummed & { earlier: readonly Earlier[] }
/** What the energy of the present day is not added to. */
type NotSummed = Pick<
  EnergyTotals,
  'todaySharedWh' | 'monthSharedWh' | 'yearSharedWh' | 'lifetimeSince' | 'coverage'
>
/** The same without the present day's, as it was read. */
export type Past = LongEnergy & PastRead

/** Of a station without inverters. */
export const noEnergy: LongEnergy = {
  monthWh: null,
  yearWh: null,
  lifetimeWh: null,
  todaySharedWh: 0,
  monthSharedWh: 0,
  yearSharedWh: 0,
  lifetimeSince: null,
  coverage: { today: null, month: null, year: null, lifetime: null },
  earlier: [],
}
export const notSummed = ({
  todaySharedWh,
  monthSharedWh,
  yearSharedWh,
  lifetimeSince,
  coverage,
}: NotSummed = noEnergy): NotSummed => ({
  todaySharedWh,
  monthSharedWh,
  yearSharedWh,
  lifetimeSince,
  coverage,
})
export const without = (whole: number | null, today: number | null): number | null =>
  whole === null ? null : Math.max(0, whole - (today ?? 0))
const plus = (past: number | null, today: number | null): number | null =>
  past === null ? today : past + (today ?? 0)

/** With the energy of the present day. */
export const withToday = (past: Past | null, today: number | null): LongEnergy => ({
  ...notSummed(past ?? noEnergy),
  earlier: past?.earlier ?? [],
  monthWh: plus(past?.monthWh ?? null, today),
  yearWh: plus(past?.yearWh ?? null, today),
  lifetimeWh: plus(past?.lifetimeWh ?? null, today),
})
