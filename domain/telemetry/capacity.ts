import type { CapacityUnit } from '../stations/fields.ts'
import { CAPACITY_DECIMALS, hasDecimals } from '../stations/fields.ts'

const wattsPer: Record<CapacityUnit, number> = { kW: 1e3, MW: 1e6, GW: 1e9 }

/** Capacity in whole W; null unless it is above 0 with at most two decimals. */
export const capacityToW = (value: number, unit: CapacityUnit): number | null =>
  Number.isFinite(value) && value > 0 && hasDecimals(value, CAPACITY_DECIMALS)
    ? Math.round(value * 100) * (wattsPer[unit] / 100)
    : null

/** A capacity in W as a number of the unit, rounded to two decimals. Undoes `capacityToW` exactly. */
export const capacityFromW = (watts: number, unit: CapacityUnit): number =>
  Math.round(watts / (wattsPer[unit] / 100)) / 100
