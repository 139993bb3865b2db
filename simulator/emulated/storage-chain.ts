import {
  acc32,
  bits32,
  exponentFor,
  i16,
  modelOf,
  nothing,
  scaled,
  scaleFactor,
  u16,
} from './register-words.ts'

/** What a meter at the grid connection measures. W positive = drawn from the grid; lifetime Wh. */
export type MeterValues = {
  powerW: number
  phaseV: readonly number[]
  hertz: number
  importWh: number
  exportWh: number
}

/** 203: a meter of three phases, whose power is shared evenly. */
export const meterModel = ({ powerW, phaseV, hertz, importWh, exportWh }: MeterValues): number[] => {
  const phases = [0, 1, 2].map((at) => (at < phaseV.length ? (phaseV[at] ?? null) : null))
  const connected = phases.filter((one) => one !== null).length
  const share = powerW / Math.max(1, connected)
  const amps = phases.map((volts) => (volts === null ? null : share / volts))
  const we = exponentFor([powerW], 0)
  const energy = exponentFor([0], 0)
  return modelOf(203, [
    ...i16(
      scaled(
        amps.reduce<number>((sum, one) => sum + (one ?? 0), 0),
        -2,
      ),
    ),
    ...amps.flatMap((one) => i16(scaled(one, -2))),
    ...scaleFactor(-2),
    ...i16(scaled(phases[0] ?? null, -1)),
    ...phases.flatMap((one) => i16(scaled(one, -1))),
    ...nothing(4),
    ...scaleFactor(-1),
    ...i16(scaled(hertz, -2)),
    ...scaleFactor(-2),
    ...i16(scaled(powerW, we)),
    ...phases.flatMap((one) => i16(scaled(one === null ? null : share, we))),
    ...scaleFactor(we),
    // Apparent and reactive power and the power factor are not measured.
    ...nothing(15),
    ...acc32(exportWh),
    ...[null, null, null].flatMap(acc32),
    ...acc32(importWh),
    ...[null, null, null].flatMap(acc32),
    ...scaleFactor(energy),
    ...nothing(17),
    ...nothing(33),
    ...bits32(0),
  ])
}

/** 124: what a battery holds, in hundredths of a per cent; `3` empty to `6` holding as SunSpec counts them. */
export const storageModel = (socPct: number, powerW: number, maxW: number): number[] =>
  modelOf(124, [
    ...u16(maxW),
    ...u16(100),
    ...u16(100),
    ...u16(0),
    ...nothing(1),
    ...u16(scaled(5, -2)),
    ...u16(scaled(socPct, -2)),
    ...nothing(2),
    ...u16(powerW > 0 ? 3 : powerW < 0 ? 4 : 6),
    ...nothing(6),
    ...scaleFactor(0),
    ...scaleFactor(0),
    ...nothing(1),
    ...scaleFactor(-2),
    ...scaleFactor(-2),
    ...nothing(3),
  ])
