/** Figures for people: the unit that reads best and how many decimals it bears. Words and separators are Intl's. */

/** `value` is in `unit`, unrounded; show it with exactly `digits` decimals. */
export type Scaled<Unit extends string> = { value: number; unit: Unit; digits: number }
export type PowerUnit = 'W' | 'kW' | 'MW' | 'GW'
export type EnergyUnit = 'Wh' | 'kWh' | 'MWh' | 'GWh'

const digitsOf = (value: number): number => (value >= 100 ? 0 : value >= 10 ? 1 : 2)

/** About three figures; the unit is the one in which the rounded number stays below 1000. */
const scale = <Unit extends string>(base: number, units: readonly [Unit, ...Unit[]]): Scaled<Unit> => {
  // No "-0 W" for the last milliwatts of the evening.
  let value = Math.abs(base) < 0.5 ? 0 : base
  let unit = units[0]
  let digits = 0
  for (const next of units.slice(1)) {
    if (Math.round(Math.abs(value)) < 1000) break
    value /= 1000
    unit = next
    digits = 2
  }
  if (digits > 0) {
    digits = digitsOf(Math.abs(value))
    // 9.996 shown with two decimals would read 10.00: what is shown decides.
    digits = digitsOf(Number(Math.abs(value).toFixed(digits)))
  }
  return { value, unit, digits }
}

/** Of a power in W. Whole watts, from 1 kW on three figures. */
export const scalePower = (powerW: number): Scaled<PowerUnit> => scale(powerW, ['W', 'kW', 'MW', 'GW'])
/** Of an energy in Wh. */
export const scaleEnergy = (energyWh: number): Scaled<EnergyUnit> =>
  scale(energyWh, ['Wh', 'kWh', 'MWh', 'GWh'])

/** The one unit in which all values of an axis are read: that of the largest. */
export const axisUnit = <Unit extends string>(
  values: Iterable<number | null>,
  scaleOne: (value: number) => Scaled<Unit>,
): { unit: Unit; divisor: number } => {
  let largest = 0
  for (const value of values) if (value !== null) largest = Math.max(largest, Math.abs(value))
  const { unit, value } = scaleOne(largest)
  return { unit, divisor: largest === 0 ? 1 : 10 ** Math.round(Math.log10(largest / value)) }
}

/** Factors of a station; each names where its number comes from. */
export type CarbonFactor = { kgPerKwh: number; source: string }
export type MoneyFactor = { perKwh: number; currency: string; source: string }

/** CO2 not emitted, kg; null when either is unknown. */
export const avoidedCarbonKg = (
  energyWh: number | null,
  factor: Pick<CarbonFactor, 'kgPerKwh'> | null,
): number | null => (energyWh === null || factor === null ? null : (energyWh / 1000) * factor.kgPerKwh)

/** Money in the factor's currency; null when either is unknown. */
export const incomeOf = (
  energyWh: number | null,
  factor: Pick<MoneyFactor, 'perKwh'> | null,
): number | null => (energyWh === null || factor === null ? null : (energyWh / 1000) * factor.perKwh)
