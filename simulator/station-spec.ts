import type { Climate } from './physics/sky.ts'

/**
 * A station as plain data: everything physics and gateways need to know, and nothing of accounts. JSON can carry it.
 * Coordinates are signed degrees (north and east positive); azimuths are degrees clockwise from north.
 */

export type StationKind =
  | 'residential'
  | 'commercial'
  | 'industrial'
  | 'ground_mounted'
  | 'agricultural'
  | 'floating'

export interface ModuleSpec {
  readonly brand: string
  readonly model: string
  /** Power at standard test conditions, W. */
  readonly ratedW: number
  /** Voltage at maximum power, standard test conditions, V. */
  readonly vmpV: number
  /** Relative change of power per °C, e.g. -0.0035. */
  readonly gammaPerC: number
  /** Relative change of voltage per °C, e.g. -0.0027. */
  readonly betaPerC: number
}

/** A part on one place of a string. `modules` is how many modules hang on it (1 or 2). */
export interface StringPartSpec {
  readonly sn: string
  /** Place within the string, counted from 1. */
  readonly pos: number
  readonly modules: 1 | 2
  readonly model: string
  readonly sw: string
}

export interface StringSpec {
  /** Number of the string at its inverter, counted from 1. */
  readonly n: number
  /** Tracker it ends on, counted from 1. */
  readonly mppt: number
  readonly modules: number
  /** First module of the row, metres east and north of the station's middle; the row runs east. */
  readonly eastM: number
  readonly northM: number
  /** Where the plane differs from the station's, e.g. an east-west roof. */
  readonly tiltDeg?: number
  readonly azimuthDeg?: number
  readonly optimizers?: readonly StringPartSpec[]
  readonly shutdowns?: readonly StringPartSpec[]
}

export interface InverterSpec {
  readonly sn: string
  readonly brand: string
  readonly model: string
  readonly sw: string
  readonly ratedW: number
  readonly phases: 1 | 3
  readonly mppts: number
  /** Highest efficiency, e.g. 0.98. */
  readonly efficiency: number
  readonly strings: readonly StringSpec[]
}

/** A device beside the inverters. */
interface Plate {
  readonly sn: string
  readonly brand: string
  readonly model: string
  readonly sw: string
}

/** A house at the station: a meter where the grid comes in, and perhaps a battery. */
export interface HouseSpec {
  readonly meter: Plate
  /** With `inverter` it hangs on the DC side of that one, which is a hybrid then. */
  readonly battery?: Plate & {
    readonly capacityWh: number
    readonly maxW: number
    readonly inverter?: string
  }
  /** What the house uses on a usual day, kWh. */
  readonly dailyKwh: number
}

/** A weather station: a pyranometer in the plane of the modules, a sensor on the back of one, air and wind. */
export type WeatherSpec = Plate

export interface GatewaySpec {
  readonly sn: string
  readonly model: string
  readonly sw: string
  readonly hw: string
  readonly soc: string
  readonly net: { readonly mode: '4g' | 'wifi' | 'ethernet'; readonly sim?: string; readonly csq?: number }
  readonly inverters: readonly InverterSpec[]
  readonly weather?: WeatherSpec
  readonly house?: HouseSpec
  /** It is an edge: its inverters are devices on a network, which it reads. */
  readonly network?: readonly NetworkPlace[]
}

/** Where a device answers over Modbus TCP, on loopback. */
export interface NetworkPlace {
  /** Serial of the inverter. */
  readonly sn: string
  readonly port: number
  readonly unit: number
}

export interface StationSpec {
  /** Short name within the data, e.g. `shanghai-roof`. */
  readonly key: string
  readonly name: string
  readonly type: StationKind
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  readonly address: string
  readonly region: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly tiltDeg: number
  readonly azimuthDeg: number
  /** Calendar day of grid connection, YYYY-MM-DD. */
  readonly gridConnectedOn: string
  readonly reportMin: number
  readonly mains: { readonly volts: number; readonly hertz: 50 | 60 }
  readonly climate: Climate
  readonly module: ModuleSpec
  readonly gateways: readonly GatewaySpec[]
}

export function invertersOf(spec: StationSpec): InverterSpec[] {
  return spec.gateways.flatMap((gateway) => gateway.inverters)
}

/** Power of all modules at standard test conditions, W. */
export function installedW(spec: StationSpec): number {
  const modules = invertersOf(spec).flatMap((inverter) => inverter.strings.map((string) => string.modules))
  return modules.reduce((sum, count) => sum + count, 0) * spec.module.ratedW
}
