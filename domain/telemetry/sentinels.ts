import type { MetricRange } from './metrics.ts'
import { inRange } from './reading-ranges.ts'

/**
 * "No value" in registers of 16, 32 and 64 bits, signed and unsigned: SunSpec's lowest and highest, and the highest
 * positive one of other makers. Source: SunSpec's "not implemented"; the others are chosen. A double holds those of 64 bits to the nearest.
 */
const codes = [16, 32, 64].flatMap((bits) => {
  const half = 2 ** (bits - 1)
  return [half - 1, half, -half, 2 ** bits - 1]
})
/** Scale factors that a gateway may have applied without looking. No source: chosen. */
const scales = [-4, -3, -2, -1, 0, 1, 2, 3]
const scaledCodes = codes.flatMap((code) => scales.map((scale) => code * 10 ** scale))
/** "No value" of loggers and of published data sets; no device measures it exactly. No source was kept. */
export const NO_VALUE = -1_000_000

/** Whether a number is such a code, perhaps scaled, where no range tells. */
export const isRegisterCode = (value: number): boolean =>
  value === NO_VALUE || scaledCodes.some((code) => same(value, code))

const same = (value: number, code: number): boolean => Math.abs(value - code) <= Math.abs(code) * 1e-7

/**
 * True where a value is certainly a code for "no value": a register's code, perhaps scaled (655.35), that the metric
 * cannot reach on this device. A code within the range stays: 65535 W is an honest power of a 100 kW inverter. The
 * one exception is a counter of 0xFFFFFFFF, which an honest counter passes within a second.
 */
export const isSentinel = (value: number, range: MetricRange, counter: boolean): boolean => {
  if (value === NO_VALUE) return true
  if (counter && value === 0xffff_ffff) return true
  return !inRange(value, range) && isRegisterCode(value)
}
