import type { MappedValue } from '#contract/mqtt/edge-device.ts'
import { widestRegister } from '#contract/mqtt/fields.ts'
import { registerLimit, reportedStates, type ReportedState } from '#contract/mqtt/telemetry.ts'
import { reportedKinds, type ReportedKind } from '#domain/devices/kinds.ts'
import type { MappedDevice, MappedTrouble, TopicMap, TopicValue } from '#domain/edges/topic-map.ts'
import { metrics } from '#domain/telemetry/metrics.ts'
import { DeviceError } from '../device-error.ts'
import { at, parsedJson } from '../json.ts'
import { metricsOf } from '../profile/said-metrics.ts'
import type { DeviceReading } from '../reading.ts'
import { whichValue } from './map-mistakes.ts'
import type { Arrival, TopicReader } from './topic-reader.ts'

/** Values that came longer before the newest of them are not told with its time, ms. No source: chosen. */
const TOGETHER_MS = 60_000
/** After so long without anything the device is silent, ms. No source: chosen; some publish each minute. */
const SILENT_MS = 300_000
/** Digits that a factor may add: 0.1 times 3 is no 0.30000000000000004. */
const DIGITS = 12

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i

/** A message is parsed once, however many values stand in it. */
type Message = { text: string; json: () => unknown }
const NO_JSON = Symbol('no JSON')
const messageOf = (text: string): Message => {
  let parsed: unknown
  return {
    text,
    json: () => {
      if (parsed === undefined) {
        parsed = parsedJson(text)
        if (parsed === undefined) parsed = NO_JSON
      }
      return parsed
    },
  }
}

type Place = { topic: string; path: string }
/** What stands at a place of a message; null = it says that there is no value. */
const standsAt = (message: Message, { path }: Place): unknown => {
  if (path === '') return message.text
  const json = message.json()
  return json === NO_JSON ? NO_JSON : at(json, ...path.split('.'))
}

const mostOf = (to: string): number => {
  const metric = Object.hasOwn(metrics, to) ? metrics[to as keyof typeof metrics] : null
  return metric?.shape === 'number' && metric.column === 'double' ? widestRegister : registerLimit
}

/** A value of a message; null = it says that there is none. */
const valueOf = (message: Message, value: TopicValue): number | MappedTrouble | null => {
  const found = standsAt(message, value)
  if (found === NO_JSON) return 'no_json'
  if (found === undefined) return 'no_place'
  if (found === null || (value.path === '' && /^\s*(null)?\s*$/.test(message.text))) return null
  const isNumber = typeof found === 'number' || (typeof found === 'string' && NUMBER.test(found))
  if (!isNumber) return 'no_number'
  const scaled = Number((Number(found) * value.factor).toPrecision(DIGITS))
  return Math.abs(scaled) <= mostOf(value.to) ? scaled + 0 : 'too_large'
}

const troubleWords: Readonly<Record<MappedTrouble, string>> = {
  silent: 'nothing was published there',
  retained: 'only what the broker had kept came, and nobody knows how old that is',
  no_json: 'what came is no JSON',
  no_place: 'the JSON that came has nothing there',
  no_number: 'what came is no number',
  too_large: 'what came is larger than any device says',
}

/** One device of a mapping: what has come for it since it was told last. */
class Mapped {
  readonly #mapped: MappedDevice
  readonly #kind: ReportedKind
  /** Of one without a serial: where its first value stands. Its number would be another's when one is taken out. */
  readonly #name: string | null
  readonly #fresh = new Map<string, { value: number; at: number }>()
  readonly values: MappedValue[]
  #state: ReportedState | null = null
  #stateWord: string | null = null
  #told: DeviceReading | null = null

  constructor(mapped: MappedDevice, kind: ReportedKind) {
    this.#mapped = mapped
    this.#kind = kind
    const [first] = mapped.values
    this.#name = mapped.sn === null ? `${first?.topic} ${first?.path} ${first?.to}` : null
    this.values = mapped.values.map(() => ({ value: null, trouble: 'silent' }))
  }

  take(topic: string, message: Message, { at: arrivedAt, isRetained }: Arrival): void {
    this.#mapped.values.forEach((value, index) => {
      if (value.topic !== topic) return
      const before = this.values[index]
      if (isRetained) {
        if (before?.trouble === 'silent') this.values[index] = { value: null, trouble: 'retained' }
        return
      }
      const found = valueOf(message, value)
      this.values[index] =
        typeof found === 'string' ? { value: null, trouble: found } : { value: found, trouble: null }
      if (typeof found === 'number') this.#fresh.set(value.to, { value: found, at: arrivedAt })
    })
    const { state } = this.#mapped
    if (state === null || state.topic !== topic || isRetained) return
    const said = standsAt(message, state)
    const isWord = typeof said === 'string' || typeof said === 'number' || typeof said === 'boolean'
    this.#stateWord = isWord ? String(said).trim() : null
    const named = this.#stateWord === null ? undefined : state.are[this.#stateWord]
    this.#state = reportedStates.find((one) => one === named) ?? null
  }

  /** What it says now: each value once, with the time at which the last of them came. null = nothing has come yet. */
  reading(): DeviceReading | null {
    if (this.#fresh.size === 0) return this.#told
    const ts = Math.max(...[...this.#fresh.values()].map((one) => one.at))
    const together = [...this.#fresh].filter((entry) => entry[1].at > ts - TOGETHER_MS)
    this.#fresh.clear()
    this.#told = {
      sn: this.#mapped.sn,
      t: this.#kind,
      ...(this.#name === null ? {} : { name: this.#name }),
      ts,
      st: this.#state,
      m: metricsOf(new Map(together.map(([to, { value }]) => [to, value]))),
      raw: this.#stateWord === null ? {} : { State: this.#stateWord.slice(0, 64) },
      about: { brand: null, model: null, sw: null, ratedW: null, mppt: null, strings: null },
      alarms: null,
      controls: null,
    }
    return this.#told
  }
}

/**
 * What somebody publishes, told by a mapping of one's own. Values have the time at which they came; what the broker had
 * kept is not taken, as nobody says how old it is. A value that cannot be used costs itself alone.
 */
export const mappedTopics = (map: TopicMap, now: () => number): TopicReader => {
  const devices = map.devices.flatMap((mapped) => {
    const kind = reportedKinds.find((one) => one === mapped.t)
    return kind === undefined ? [] : [new Mapped(mapped, kind)]
  })
  const notes = (): string[] =>
    devices.flatMap((device, index) =>
      device.values.flatMap(({ trouble }, value) => {
        const of = map.devices[index]?.values[value]
        return trouble == null || of === undefined
          ? []
          : [`${whichValue(index, value)} (${of.to}): ${troubleWords[trouble]}`]
      }),
    )
  const mapped = (): MappedValue[] => devices.flatMap(({ values }) => values)
  return {
    take: (topic, payload, arrival) => {
      const message = messageOf(payload)
      for (const device of devices) device.take(topic, message, arrival)
    },
    report: () => {
      const all = devices.map((device) => device.reading()).filter((reading) => reading !== null)
      if (all.length === 0) return null
      const readings = all.filter(({ ts = 0 }) => ts > now() - SILENT_MS)
      if (readings.length === 0)
        throw new DeviceError(
          'timeout',
          `Nothing that the mapping names was published for ${SILENT_MS / 60_000} minutes.`,
        )
      return { profile: 'map', brand: null, model: null, readings, mapped: mapped(), notes: notes() }
    },
    waits: () => mapped().some(({ trouble }) => trouble === 'silent' || trouble === 'retained'),
    silence: () => new MapTrouble(notes(), mapped()),
  }
}

/** Nothing of a mapping came, or nothing that could be used: with each of its values, why. */
export class MapTrouble extends DeviceError {
  readonly mapped: readonly MappedValue[]
  constructor(notes: readonly string[], mapped: readonly MappedValue[]) {
    super('mapping', `No value of the mapping came: ${notes.join('; ')}.`)
    this.mapped = mapped
  }
}
