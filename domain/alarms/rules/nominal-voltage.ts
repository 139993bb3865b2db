import { rawNumber } from '../../telemetry/raw-words.ts'
import type { RuleReading } from '../../analyses/station-window.ts'

/**
 * What a grid is meant to have, V. A country has several systems, and an inverter measures between a phase and neutral
 * or between two phases: which of them it stands on is told by its own setting, or by the level it has long had.
 */
export type Nominal = { volts: number; between: 'phase' | 'line' }

/** A system by its phase and line voltage: of three phases the root of three apart, of a split phase twice. */
type System = readonly [phase: number, line: number]
const iec: System = [230, 400]
const china: System = [220, 380]
const american: readonly System[] = [
  [120, 208],
  [120, 240],
  [277, 480],
]
const latin: readonly System[] = [[127, 220], ...american, [254, 440]]

/**
 * Sources: IEC 60038 has 230/400, 277/480 and 347/600; ANSI C84.1 the American ones; GB/T 156 China's 220/380.
 * Japan's 101 and 202 V stand in the rules of its Electricity Business Act. The others follow IEC's list of world plugs;
 * of 240/415, 254/440 and 110/220 no source was kept.
 */
const byCountry: Readonly<Record<string, readonly System[]>> = {
  CN: [china],
  TW: [[110, 220], china],
  KR: [china],
  JP: [
    [101, 202],
    [230, 400],
    [240, 415],
  ],
  PH: [iec, [120, 240]],
  US: american,
  PR: american,
  GU: american,
  CA: [...american, [347, 600]],
  MX: [[127, 220], ...american],
  CO: latin,
  VE: latin,
  EC: latin,
  PA: latin,
  CR: latin,
  GT: latin,
  SV: latin,
  HN: latin,
  NI: latin,
  DO: latin,
  BR: [[127, 220], china, [120, 240], [254, 440]],
  PE: [china, [127, 220]],
  AR: [china],
  CL: [china],
  PY: [china],
  UY: [iec, [127, 220]],
  BO: [iec],
  SA: [iec, [127, 220]],
}
/**
 * What a neighbour uses, or a large inverter behind a transformer of its own: taken where no system of the country
 * fits. The voltages of large inverters have no one source: they are chosen from what data sheets name.
 */
const elsewhere: readonly Nominal[] = [
  ...[iec, china, ...latin, [101, 202], [110, 220], [240, 415], [347, 600]].flatMap(([phase, line]) => [
    { volts: phase, between: 'phase' as const },
    { volts: line, between: 'line' as const },
  ]),
  ...[270, 315, 360, 462, 540, 630, 660, 690, 800].map((volts) => ({ volts, between: 'line' as const })),
]

/** Further from a nominal voltage than this no grid stands for long, and no inverter stays on it. No source: chosen. */
const FITS = 0.17
const apart = (level: number, volts: number): number => Math.abs(Math.log(level / volts))
const nearest = (level: number, known: readonly Nominal[]): Nominal | null => {
  const fitting = known.filter(({ volts }) => Math.abs(level / volts - 1) <= FITS)
  return fitting.toSorted((a, b) => apart(level, a.volts) - apart(level, b.volts))[0] ?? null
}

const ofCountry = (country: string): Nominal[] =>
  (byCountry[country] ?? [iec]).flatMap(([phase, line]): Nominal[] => [
    { volts: phase, between: 'phase' },
    { volts: line, between: 'line' },
  ])

/** SunSpec's settings of the nominal voltage: `VNom` of model 702, `VRef` of model 121. */
const settingNames = ['VNom', 'VRef'] as const
/** A setting may name the line where the phase is measured, or the other way round. */
const turns = [1, 1 / Math.sqrt(3), Math.sqrt(3), 1 / 2, 2] as const
/** A setting this far from what is measured is of something else. No source: chosen. */
const SETTING_FITS = 0.25

export const settingOf = (readings: readonly RuleReading[]): number | null => {
  for (const { raw } of readings.toReversed())
    for (const name of settingNames) {
      const volts = rawNumber(raw, name)
      if (volts !== null && volts > 50) return volts
    }
  return null
}

const bySetting = (level: number, setting: number, known: readonly Nominal[]): Nominal | null => {
  const [turn] = turns.toSorted((a, b) => apart(level, setting * a) - apart(level, setting * b))
  const volts = Math.round(setting * (turn ?? 1))
  if (Math.abs(level / volts - 1) > SETTING_FITS) return null
  return { volts, between: nearest(volts, known)?.between ?? 'phase' }
}

/** What a level of voltage is meant to be; null = no grid stands there. The country's own systems come first. */
export const nominalOf = (level: number, country: string, setting: number | null = null): Nominal | null => {
  const own = ofCountry(country)
  const set = setting === null ? null : bySetting(level, setting, [...own, ...elsewhere])
  return set ?? nearest(level, own) ?? nearest(level, elsewhere)
}
