import type { CapacityUnit } from './fields.ts'

const factor: Record<CapacityUnit, number> = { kW: 1e3, MW: 1e6, GW: 1e9 }

/** W. Two decimals of a kW are 10 W: rounding there takes away what binary fractions add. */
export const capacityInW = (capacity: number, unit: CapacityUnit): number =>
  Math.round((capacity * factor[unit]) / 10) * 10

/** A third: hours of a smaller part of the capacity and time would say little of the station. No source: chosen. */
const LEAST_KNOWN = 0.33

/**
 * kWh / kWp, which is Wh / W: how many hours at full power the energy amounts to. Energy that rests on a part of the
 * capacity and time is set against that part (`coverage`, 0 to 1); what is unknown, or mostly so, stays unknown.
 */
export const equivalentHours = (
  wh: number | null,
  capacityW: number,
  coverage: number | null,
): number | null =>
  wh === null || capacityW <= 0 || coverage === null || coverage < LEAST_KNOWN
    ? null
    : wh / (capacityW * coverage)
