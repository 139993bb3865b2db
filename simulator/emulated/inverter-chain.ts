import type { TelemetryItem } from '#contract/mqtt/telemetry.ts'
import { sunSpecState } from '../physics/inverter.ts'
import type { InverterSpec } from '../station-spec.ts'
import {
  acc32,
  bits32,
  exponentFor,
  i16,
  modelOf,
  nothing,
  scaled,
  scaleFactor,
  text,
  u16,
} from './register-words.ts'

/** What stands in model 123 of a device: what it was told last. */
export type Controls = {
  connected: boolean
  /** Share of the rated power, %. */
  limitPct: number
  limited: boolean
  /** After so many seconds the limit ends by itself; 0 = never. */
  limitRevertsS: number
}

type Reading = TelemetryItem['m']
const number = (value: number | null | undefined): number | null => value ?? null

/** 1: who made it. */
export const commonModel = (
  device: { brand: string; model: string; sw: string; sn: string },
  unit: number,
): number[] =>
  modelOf(1, [
    ...text(device.brand, 16),
    ...text(device.model, 16),
    ...text('', 8),
    ...text(device.sw, 8),
    ...text(device.sn, 16),
    ...u16(unit),
    ...u16(null),
  ])

/** 101 or 103: what the inverter measures, in integers with scale factors. */
export const inverterModel = (spec: InverterSpec, { m, raw }: Pick<TelemetryItem, 'm' | 'raw'>): number[] => {
  const [a, b, c] = phasesOf(m.i, spec)
  const [va, vb, vc] = phasesOf(m.u, spec)
  const watts = number(m.p)
  const vars = number(m.q)
  const apparent = watts === null ? null : Math.hypot(watts, vars ?? 0)
  const dcA = (m.mppt ?? []).reduce((sum, one) => sum + (one.i ?? 0), 0)
  const dcV = Math.max(0, ...(m.mppt ?? []).map((one) => one.u ?? 0))
  const [pe, se, qe, de] = [[watts], [apparent], [vars], [number(m.p_dc)]].map((values) =>
    exponentFor(values, 0),
  ) as [number, number, number, number]
  const ae = exponentFor([(a ?? 0) + (b ?? 0) + (c ?? 0), dcA], -2)
  const state = raw?.['St']
  return modelOf(spec.phases === 3 ? 103 : 101, [
    ...u16(scaled(a === null ? null : a + (b ?? 0) + (c ?? 0), ae)),
    ...u16(scaled(a, ae)),
    ...u16(scaled(b, ae)),
    ...u16(scaled(c, ae)),
    ...scaleFactor(ae),
    ...[null, null, null].flatMap(u16),
    ...[va, vb, vc].flatMap((volts) => u16(scaled(volts, -1))),
    ...scaleFactor(-1),
    ...i16(scaled(watts, pe)),
    ...scaleFactor(pe),
    ...u16(scaled(number(m.f), -2)),
    ...scaleFactor(-2),
    ...i16(scaled(apparent, se)),
    ...scaleFactor(se),
    ...i16(scaled(vars, qe)),
    ...scaleFactor(qe),
    ...i16(watts === null || apparent === null || apparent === 0 ? null : (watts / apparent) * 1000),
    ...scaleFactor(-1),
    ...acc32(number(m.e_tot)),
    ...scaleFactor(0),
    ...u16(scaled(dcA, ae)),
    ...scaleFactor(ae),
    ...u16(scaled(dcV, -1)),
    ...scaleFactor(-1),
    ...i16(scaled(number(m.p_dc), de)),
    ...scaleFactor(de),
    ...i16(scaled(number(m.t), -1)),
    ...[null, null, null].flatMap(i16),
    ...scaleFactor(-1),
    ...u16(typeof state === 'number' ? state : sunSpecState.mppt),
    ...u16(null),
    ...bits32(0),
    ...bits32(0),
    ...[0, 0, 0, 0].flatMap(bits32),
  ])
}

const phasesOf = (
  values: Reading['u'],
  { phases }: InverterSpec,
): [number | null, number | null, number | null] => {
  const at = (index: number): number | null => (index < phases ? (values?.[index] ?? null) : null)
  return [at(0), at(1), at(2)]
}

/** 120: what it is rated for; 4 = photovoltaics, 82 = with storage. */
export const nameplateModel = ({ ratedW }: InverterSpec, storage: boolean): number[] => {
  const exponent = exponentFor([ratedW], 0)
  return modelOf(120, [
    ...u16(storage ? 82 : 4),
    ...u16(scaled(ratedW, exponent)),
    ...scaleFactor(exponent),
    ...u16(scaled(ratedW, exponent)),
    ...scaleFactor(exponent),
    ...nothing(21),
  ])
}

/** Where model 123 holds what may be written, counted from its first point on. */
export const controlPoints = { connected: 2, limit: 3, revert: 5, limited: 7 } as const

/** 123: what it can be told, and stands at. The limit is in hundredths of a per cent. */
export const controlsModel = ({ connected, limitPct, limited, limitRevertsS }: Controls): number[] =>
  modelOf(123, [
    ...u16(0),
    ...u16(0),
    ...u16(connected ? 1 : 0),
    ...u16(scaled(limitPct, -2)),
    ...u16(0),
    ...u16(limitRevertsS),
    ...u16(0),
    ...u16(limited ? 1 : 0),
    ...nothing(13),
    ...scaleFactor(-2),
    ...nothing(2),
  ])

/** An input of model 160: a tracker, or the charging or discharging side of a battery. Lifetime energy, Wh. */
export type Input = { name: string; v: number | null; a: number | null; w: number | null; wh: number | null }

/** 160: the inputs. */
export const inputsModel = (inputs: readonly Input[]): number[] => {
  const ae = exponentFor(
    inputs.map(({ a }) => a),
    -2,
  )
  const we = exponentFor(
    inputs.map(({ w }) => w),
    0,
  )
  return modelOf(160, [
    ...scaleFactor(ae),
    ...scaleFactor(-1),
    ...scaleFactor(we),
    ...scaleFactor(0),
    ...bits32(0),
    ...u16(inputs.length),
    ...u16(null),
    ...inputs.flatMap(({ name, v, a, w, wh }, index) => [
      ...u16(index + 1),
      ...text(name, 8),
      ...u16(scaled(a, ae)),
      ...u16(scaled(v, -1)),
      ...u16(scaled(w, we)),
      ...acc32(wh),
      0xffff,
      0xffff,
      ...i16(null),
      ...u16(4),
      ...bits32(0),
    ]),
  ])
}
