import { gaussian, seedOf } from './physics/noise.ts'
import { type InverterSpec, invertersOf, type StationSpec, type StringSpec } from './station-spec.ts'

/** The parts of a station as flat lists, so that one moment can be computed without walking the tree. */

export interface Plane {
  readonly tiltDeg: number
  readonly azimuthDeg: number
}
export interface InverterUnit {
  readonly spec: InverterSpec
  readonly gateway: string
  readonly seed: number
  readonly strings: readonly number[]
  /** DC voltage the optimizers keep, V; null where the inverter tracks the strings itself. */
  readonly fixedV: number | null
}
export interface StringUnit {
  readonly spec: StringSpec
  readonly inverter: number
  readonly plane: number
  readonly eastM: number
  readonly northM: number
  /** Mismatch of the modules of the string as a whole. */
  readonly factor: number
  readonly optimizers: readonly number[]
}
export interface PartUnit {
  readonly sn: string
  readonly string: number
  readonly pos: number
  readonly modules: 1 | 2
  readonly model: string
  readonly sw: string
  readonly eastM: number
  readonly northM: number
  readonly factor: number
}
export interface Layout {
  readonly planes: readonly Plane[]
  readonly inverters: readonly InverterUnit[]
  readonly strings: readonly StringUnit[]
  readonly optimizers: readonly PartUnit[]
  readonly shutdowns: readonly PartUnit[]
}

/** Distance from one module of a row to the next, m. */
const PITCH_M = 1.15
/** Standard deviation of single modules' power around their rating. */
const MISMATCH = 0.012

export function layOut(spec: StationSpec): Layout {
  const planes: Plane[] = []
  const strings: StringUnit[] = []
  const optimizers: PartUnit[] = []
  const shutdowns: PartUnit[] = []

  const planeOf = (string: StringSpec): number => {
    const tiltDeg = string.tiltDeg ?? spec.tiltDeg
    const azimuthDeg = string.azimuthDeg ?? spec.azimuthDeg
    const known = planes.findIndex((p) => p.tiltDeg === tiltDeg && p.azimuthDeg === azimuthDeg)
    return known >= 0 ? known : planes.push({ tiltDeg, azimuthDeg }) - 1
  }

  const inverters = invertersOf(spec).map((inverter, index): InverterUnit => {
    const seed = seedOf(inverter.sn)
    const own = inverter.strings.map((string) => {
      const at = strings.length
      const part = (one: NonNullable<StringSpec['optimizers']>[number]): PartUnit => ({
        ...one,
        string: at,
        // Of several modules on one part, the middle.
        eastM: string.eastM + PITCH_M * (one.pos - 1) * one.modules + (PITCH_M * (one.modules - 1)) / 2,
        northM: string.northM,
        factor: 1 + MISMATCH * gaussian(seedOf(one.sn), 1),
      })
      const first = optimizers.length
      optimizers.push(...(string.optimizers ?? []).map(part))
      shutdowns.push(...(string.shutdowns ?? []).map(part))
      strings.push({
        spec: string,
        inverter: index,
        plane: planeOf(string),
        eastM: string.eastM + (PITCH_M * string.modules) / 2,
        northM: string.northM,
        factor: 0.99 + 0.006 * gaussian(seed, string.n),
        optimizers: optimizers.slice(first).map((_, i) => first + i),
      })
      return at
    })
    const gateway = spec.gateways.find((one) => one.inverters.includes(inverter))
    const fixedV = inverter.strings.some((string) => string.optimizers)
      ? inverter.phases === 3
        ? 750
        : 380
      : null
    return { spec: inverter, gateway: gateway?.sn ?? '', seed, strings: own, fixedV }
  })
  return { planes, inverters, strings, optimizers, shutdowns }
}
