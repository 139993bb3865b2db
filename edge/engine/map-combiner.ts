import type { Metrics } from '#contract/mqtt/telemetry.ts'
import type { DeviceReading, RawValue } from './reading.ts'
import type { Value, Values } from './sunspec/decode.ts'
import { combinerEvents, eventAlarms } from './sunspec/event-words.ts'
import { aboutOf, known, numberAt, textAt } from './sunspec/values.ts'
import type { ReadModel } from './sunspec/walk.ts'

type StringReading = NonNullable<Metrics['str']>[number]

const combinerModels = [401, 402, 403, 404]
/** Strings of one device. Source: the wire. */
const MOST = 256

const number = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null)

/** Each input says its number; where two say the same, or one says none, their order counts. */
const numbersOf = (inputs: readonly Values[]): number[] => {
  const said = inputs.map((input) => number(input['InID']))
  const isSaid = said.every((n) => n !== null && n >= 1 && n <= MOST) && new Set(said).size === said.length
  return said.map((n, index) => (isSaid && n !== null ? n : index + 1))
}

/** Alarms of the box, and of inputs with the number of the string; null = it says no events. */
const alarmsOf = (own: number | null, inputs: readonly (readonly [number, number | null])[]) => {
  if (own === null && inputs.every(([, bits]) => bits === null)) return null
  const all = [
    eventAlarms('Evt', own, combinerEvents),
    ...inputs.map(([n, bits]) => eventAlarms(`InEvt.${n}`, bits, combinerEvents)),
  ].flatMap((alarms) => alarms ?? [])
  return all.filter(({ code }, index) => all.findIndex((other) => other.code === code) === index)
}

/** The readings of the combiners of a device; none = it has none. Only the first has the serial of the device. */
export const combinerReadings = (
  device: readonly ReadModel[],
  common: ReadModel | undefined,
): DeviceReading[] =>
  device
    .filter(({ id, decoded }) => combinerModels.includes(id) && decoded !== null)
    .map((combiner, index): DeviceReading => {
      const at = (name: string) => numberAt(combiner, name)
      const inputs = (combiner.decoded?.groups ?? []).slice(0, MOST)
      const numbers = numbersOf(inputs)
      const str = inputs.flatMap((input, place): StringReading[] => {
        const [n, i] = [numbers[place], number(input['InDCA'])]
        return n === undefined || i === null ? [] : [{ n, i }]
      })
      const events = inputs.map((input, place) => [numbers[place] ?? 0, number(input['InEvt'])] as const)
      return {
        sn: index === 0 ? textAt(common, 'SN') : null,
        t: 'combiner',
        st: null,
        m: known({
          p_dc: at('DCW'),
          u_in: at('DCV'),
          i_in: at('DCA'),
          t: at('Tmp'),
          str: str.length > 0 ? str : null,
        }),
        raw: known<RawValue>({ Evt: at('Evt'), EvtVnd: at('EvtVnd'), DCAhr: at('DCAhr'), DCWh: at('DCWh') }),
        about: { ...aboutOf(common), strings: inputs.length > 0 ? inputs.length : null },
        alarms: alarmsOf(at('Evt'), events),
        controls: null,
      }
    })
