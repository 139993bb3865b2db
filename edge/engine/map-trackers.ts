import type { MpptReading } from '#contract/mqtt/telemetry.ts'
import type { RawValue } from './reading.ts'
import type { Value, Values } from './sunspec/decode.ts'
import { known } from './sunspec/values.ts'
import type { ReadModel } from './sunspec/walk.ts'

/** What charges and discharges a battery is no input of modules. Source: Fronius GEN24, in evcc-io/evcc#16256. */
const storage = /^st(dis)?cha\b/i
/** Of 714: photovoltaics. Devices that say no type are inverters of modules. */
const PV = 0
/** What the wire takes of one inverter. */
const MOST = 64

const number = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null)
const isModules = (input: Values): boolean =>
  !(typeof input['IDStr'] === 'string' && storage.test(input['IDStr'])) &&
  (number(input['PrtTyp']) ?? PV) === PV

/**
 * The DC inputs of an inverter, of model 160, or else of 714, numbered in their order from 1. An input of a battery
 * keeps its number and is left out, as is one that says nothing. `wh`: what all of them have counted; null = nothing.
 */
export const trackerReadings = (
  trackers: ReadModel | undefined,
  ports: ReadModel | undefined,
): { mppt: MpptReading[]; wh: number | null; raw: Record<string, RawValue> } => {
  const inputs = (trackers ?? ports)?.decoded?.groups ?? []
  const numbered = inputs.slice(0, MOST).map((input, index) => ({ n: index + 1, input }))
  const modules = numbered.filter(({ input }) => isModules(input))
  const counted = modules.map(({ input }) => number(input['DCWH']))
  const mppt = modules
    .map(({ n, input }): MpptReading => {
      const said = known({ u: number(input['DCV']), i: number(input['DCA']), p: number(input['DCW']) })
      return { n, ...said }
    })
    .filter((one) => Object.keys(one).length > 1)
  const raw = known<RawValue>(
    Object.fromEntries(
      numbered.flatMap(({ n, input }) => [
        [`DCEvt.${n}`, number(input['DCEvt'] ?? input['DCAlrm'])],
        [`DCSt.${n}`, number(input['DCSt'] ?? input['DCSta'])],
        [`Tmp.${n}`, number(input['Tmp'])],
      ]),
    ),
  )
  // 0 is "not accumulated"; an input without modules counts nothing, and the others do.
  const wh = counted.some((one) => one !== null)
    ? counted.reduce<number>((sum, one) => sum + (one ?? 0), 0)
    : null
  return { mppt, wh, raw }
}
