import type { DeviceKind } from './kinds.ts'

/**
 * Brands and models to choose from, with what peers are compared by. From the makers' data sheets: rated power is the
 * AC power of an inverter and the DC power of an optimizer or shutdown device, in W; strings are the DC inputs.
 * A device of another model is entered by hand; the list never refuses one.
 */
export type DeviceModel = {
  kind: DeviceKind
  brand: string
  model: string
  ratedW: number | null
  mppt: number | null
  strings: number | null
}

/** kind | brand | model | rated W | MPPTs | strings; `-` = has none. */
const table = `
inverter | Huawei | SUN2000-5KTL-L1 | 5000 | 2 | 2
inverter | Huawei | SUN2000-10KTL-M1 | 10000 | 2 | 2
inverter | Huawei | SUN2000-20KTL-M2 | 20000 | 2 | 4
inverter | Huawei | SUN2000-50KTL-M3 | 50000 | 4 | 8
inverter | Huawei | SUN2000-100KTL-M1 | 100000 | 10 | 20
inverter | Sungrow | SG5.0RS | 5000 | 2 | 2
inverter | Sungrow | SG10RT | 10000 | 2 | 3
inverter | Sungrow | SG33CX | 33000 | 3 | 6
inverter | Sungrow | SG50CX | 50000 | 5 | 10
inverter | Sungrow | SG110CX | 110000 | 9 | 18
inverter | Sungrow | SG250HX | 250000 | 12 | 24
inverter | SolarEdge | SE5000H | 5000 | 1 | 2
inverter | SolarEdge | SE10K | 10000 | 1 | 2
inverter | SolarEdge | SE17K | 17000 | 2 | 4
inverter | SolarEdge | SE27.6K | 27600 | 1 | 3
inverter | SMA | SB5.0-1AV-41 | 5000 | 2 | 3
inverter | SMA | STP 25000TL-30 | 25000 | 2 | 6
inverter | SMA | STP 50-40 | 50000 | 6 | 12
inverter | Fronius | Primo 5.0-1 | 5000 | 2 | 4
inverter | Fronius | Symo 10.0-3-M | 10000 | 2 | 6
inverter | Fronius | Symo GEN24 6.0 | 6000 | 2 | 3
inverter | Fronius | Eco 27.0-3-S | 27000 | 1 | 6
inverter | GoodWe | GW5000D-NS | 5000 | 2 | 2
inverter | Growatt | MIN 5000TL-X | 5000 | 2 | 2
inverter | Growatt | MOD 10KTL3-X | 10000 | 2 | 2
inverter | FIMER | PVS-100-TL | 100000 | 6 | 24
optimizer | Tigo | TS4-A-O | 700 | - | -
optimizer | Huawei | SUN2000-450W-P2 | 450 | - | -
optimizer | Huawei | SUN2000-600W-P | 600 | - | -
optimizer | SolarEdge | P370 | 370 | - | -
optimizer | SolarEdge | P505 | 505 | - | -
optimizer | SolarEdge | P1100 | 1100 | - | -
optimizer | SolarEdge | S440 | 440 | - | -
optimizer | SolarEdge | S500 | 500 | - | -
shutdown | Tigo | TS4-A-F | 500 | - | -
shutdown | Tigo | TS4-A-S | 700 | - | -
gateway | Sunkeeper | EMU-2 | - | - | -
gateway | Sunkeeper | Edge | - | - | -
gateway | Tigo | CCA | - | - | -
gateway | Huawei | SmartLogger3000A | - | - | -
gateway | Sungrow | Logger1000A | - | - | -
gateway | SMA | EDMM-10 | - | - | -
`

const numberOrNull = (text: string | undefined): number | null =>
  text === undefined || text === '-' ? null : Number(text)

export const deviceModels: readonly DeviceModel[] = table
  .trim()
  .split('\n')
  .map((row) => {
    const [kind, brand = '', model = '', ratedW, mppt, strings] = row.split('|').map((cell) => cell.trim())
    return {
      kind: kind as DeviceKind,
      brand,
      model,
      ratedW: numberOrNull(ratedW),
      mppt: numberOrNull(mppt),
      strings: numberOrNull(strings),
    }
  })

const key = (kind: DeviceKind, model: string): string => `${kind} ${model.toUpperCase()}`
const byModel = new Map(deviceModels.map((entry) => [key(entry.kind, entry.model), entry]))

/** By kind and model name, in any case of letters; null for a model that is not listed. */
export const findModel = (kind: DeviceKind, model: string): DeviceModel | null =>
  byModel.get(key(kind, model)) ?? null
