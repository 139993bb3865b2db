import type { InverterSpec, StringPartSpec, StringSpec } from './station-spec.ts'

/** Types of inverter in the demonstration world, as in the makers' data sheets. */
const types: Readonly<Record<string, Omit<InverterSpec, 'sn' | 'model' | 'strings'>>> = {
  SE5000H: { brand: 'SolarEdge', sw: '4.21.23', ratedW: 5000, phases: 1, mppts: 1, efficiency: 0.992 },
  SE10K: { brand: 'SolarEdge', sw: '4.21.23', ratedW: 10_000, phases: 3, mppts: 1, efficiency: 0.983 },
  SE17K: { brand: 'SolarEdge', sw: '4.21.23', ratedW: 17_000, phases: 3, mppts: 2, efficiency: 0.98 },
  'SE27.6K': { brand: 'SolarEdge', sw: '4.21.23', ratedW: 27_600, phases: 3, mppts: 1, efficiency: 0.983 },
  SG110CX: { brand: 'Sungrow', sw: '12.3.1', ratedW: 110_000, phases: 3, mppts: 9, efficiency: 0.987 },
  SG250HX: { brand: 'Sungrow', sw: '14.0.6', ratedW: 250_000, phases: 3, mppts: 12, efficiency: 0.99 },
  'STP 50-40': { brand: 'SMA', sw: '3.10.22', ratedW: 50_000, phases: 3, mppts: 6, efficiency: 0.98 },
  'SB5.0-1AV-41': { brand: 'SMA', sw: '4.0.55', ratedW: 5000, phases: 1, mppts: 2, efficiency: 0.97 },
  'Symo GEN24 6.0': { brand: 'Fronius', sw: '1.36.5', ratedW: 6000, phases: 3, mppts: 2, efficiency: 0.982 },
  'Symo 10.0-3-M': { brand: 'Fronius', sw: '3.19.2', ratedW: 10_000, phases: 3, mppts: 2, efficiency: 0.98 },
}

export interface InverterRow {
  readonly model: string
  readonly serials: readonly string[]
  /** Strings of each inverter, and modules of each string. */
  readonly strings: number
  readonly modules: number
  /** West edge of the row, metres east of the station's middle. */
  readonly eastM?: number
  /** One direction an inverter, taken in turn by its strings. */
  readonly azimuthsDeg?: readonly number[]
  /** Serials are 12 digits (`digits` + running number) or letters with digits (`letters` + running number). */
  readonly optimizers?: { model: string; each: 1 | 2; digits?: string; letters?: string }
  /** One part on every `every`-th module. */
  readonly shutdowns?: { model: string; every: 1 | 2; digits: string }
}

/** Distance between rows of modules, m; strings of one inverter stand behind each other, two to a row. */
const ROW_M = 5
const GAP_M = 6
const PITCH_M = 1.15

/** A row of equal inverters, each with its field of strings west to east. */
export function inverterRow(row: InverterRow): InverterSpec[] {
  const type = types[row.model]
  if (!type) throw new Error(`no inverter type ${row.model}`)
  const stringM = row.modules * PITCH_M + 2
  let part = 0
  const numbered = (kind: { digits?: string; letters?: string }): string => {
    part += 1
    return kind.digits === undefined
      ? `${kind.letters}${String(part).padStart(3, '0')}L`
      : `${kind.digits}${String(part).padStart(12 - kind.digits.length, '0')}`
  }
  const parts = (
    count: number,
    modules: 1 | 2,
    step: number,
    kind: NonNullable<InverterRow['optimizers']> | NonNullable<InverterRow['shutdowns']>,
  ): StringPartSpec[] =>
    Array.from({ length: count }, (_, i) => ({
      sn: numbered(kind),
      pos: i * step + 1,
      modules,
      model: kind.model,
      sw: '1.0.9',
    }))

  return row.serials.map((sn, at) => {
    const strings = Array.from({ length: row.strings }, (_, i): StringSpec => {
      const azimuthDeg = row.azimuthsDeg?.[(row.strings > 1 ? i : at) % row.azimuthsDeg.length]
      const { optimizers, shutdowns } = row
      return {
        n: i + 1,
        mppt: (i % type.mppts) + 1,
        modules: row.modules,
        eastM: (row.eastM ?? 0) + at * (2 * stringM + GAP_M) + (i % 2) * stringM,
        northM: (Math.floor(row.strings / 2) - Math.floor(i / 2)) * ROW_M,
        ...(azimuthDeg === undefined ? {} : { azimuthDeg }),
        ...(optimizers
          ? { optimizers: parts(row.modules / optimizers.each, optimizers.each, 1, optimizers) }
          : {}),
        ...(shutdowns
          ? { shutdowns: parts(Math.floor(row.modules / shutdowns.every), 1, shutdowns.every, shutdowns) }
          : {}),
      }
    })
    return { ...type, sn, model: row.model, strings }
  })
}
