import type { CapacityUnit } from './fields.ts'

const factor: Record<CapacityUnit, number> = { kW: 1e3, MW: 1e6, GW: 1e9 }

/** W. Two decimals of a kW are 10 W: rounding there takes away what binary fractions add. */
export const capacityInW = (capacity: number, unit: CapacityUnit): number =>
  Math.round((capacity * factor[unit]) / 10) * 10

/** kWh / kWp, which is Wh / W: how many hours at full power the energy amounts to. Unknown energy stays unknown. */
export const equivalentHours = (wh: number | null, capacityW: number): number | null =>
  wh === null || capacityW <= 0 ? null : wh / capacityW
