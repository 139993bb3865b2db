import type { ModuleSpec } from '../station-spec.ts'

/** Heat loss coefficients of the Faiman model for free-standing glass modules: W/(m²·K) and W·s/(m³·K). */
const U0 = 25
const U1 = 6.84

/**
 * Module temperature, °C, after Faiman (2008), "Assessing the outdoor operating temperature of photovoltaic modules".
 * `irradiance` in the plane of the module, W/m²; wind at module height, m/s.
 */
export function moduleTemperature(irradiance: number, airC: number, windMs: number): number {
  return airC + irradiance / (U0 + U1 * windMs)
}

/** DC power of one clean module at its maximum power point, W (the PVWatts model, Dobos 2014). */
export function modulePower(module: ModuleSpec, irradiance: number, cellC: number): number {
  if (irradiance <= 0) return 0
  return Math.max(0, module.ratedW * (irradiance / 1000) * (1 + module.gammaPerC * (cellC - 25)))
}

/**
 * Voltage at the maximum power point, V: falls linearly with temperature and with the logarithm of irradiance
 * (thermal voltage of the single-diode model, about 3.5 % per factor e). 0 in the dark.
 */
export function moduleVoltage(module: ModuleSpec, irradiance: number, cellC: number): number {
  if (irradiance < 1) return 0
  return module.vmpV * (1 + module.betaPerC * (cellC - 25)) * (1 + 0.035 * Math.log(irradiance / 1000))
}
