import type { ReportedKind } from '../devices/kinds.ts'

/**
 * A mapping of one's own: which of what somebody publishes over MQTT is which metric of which device. As data, made on
 * the phone or in a file, checked here, read by an edge. Without zod: the phone checks what is typed by the same rules.
 */
export type TopicValue = {
  /** Below the topic of the address; '' = that topic itself. */
  topic: string
  /** Where in a JSON it stands, such as `ENERGY.Power` or `phases.0.u`; '' = the message is the value. */
  path: string
  /** A metric as on the wire (`p`), of a phase (`u.1`), a tracker (`mppt.2.i`) or a string (`str.14.i`). */
  to: string
  /** What is published times this is in the unit of the metric, with its sign. */
  factor: number
}
/** The words that are published for states. */
export type TopicState = { topic: string; path: string; are: Record<string, string> }
export type MappedDevice = {
  t: string
  /** null = it has none: one is made. */
  sn: string | null
  values: TopicValue[]
  state: TopicState | null
}
export type TopicMap = { devices: MappedDevice[] }

/** Why a value is not told. */
export const mappedTroubles = ['silent', 'retained', 'no_json', 'no_place', 'no_number', 'too_large'] as const
export type MappedTrouble = (typeof mappedTroubles)[number]

/** No source: chosen; a house has a roof, a meter and a battery, and its meter has 21 values. */
export const MAPPED_DEVICES_MAX = 8
export const MAPPED_VALUES_MAX = 32
export const MAPPED_WORDS_MAX = 16
export const TOPIC_MAX = 128
export const STATE_WORD_MAX = 32
/** A billion: what is published in GW, or in nW. No source: chosen. */
const FACTOR_MAX = 1e9

/** What is offered of a kind, in the order in which people look for it. */
const offered: Partial<Record<ReportedKind, readonly string[]>> = {
  inverter: [
    'p',
    'e_tot',
    'e_day',
    'p_dc',
    'p_pv',
    'e_pv',
    'u.1',
    'u.2',
    'u.3',
    'i.1',
    'i.2',
    'i.3',
    'f',
    't',
  ],
  meter: ['p', 'e_in', 'e_out', 'u.1', 'u.2', 'u.3', 'i.1', 'i.2', 'i.3', 'f', 'q', 's', 'pf'],
  battery: ['p', 'soc', 'e_chg', 'e_dis', 't'],
  weather: ['irr', 't_mod', 't_amb', 'wind'],
  optimizer: ['p', 'e_tot', 'u_in', 'i_in', 'u_out', 'i_out', 't'],
  combiner: ['p', ...Array.from({ length: 16 }, (_, n) => `str.${n + 1}.i`)],
}
/** Kinds that can be mapped: a shutdown device says nothing that is a number. */
export const mappedKinds = Object.keys(offered) as readonly ReportedKind[]
export const metricsOffered = (kind: string): readonly string[] =>
  mappedKinds.includes(kind as ReportedKind) ? (offered[kind as ReportedKind] ?? []) : []

const trackers = /^mppt\.([1-9]|[1-5]\d|6[0-4])\.[uip]$/
const strings = /^str\.([1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-6])\.i$/
const numbers: ReadonlySet<string> = new Set(
  Object.values(offered).flat().concat(['q', 's', 'pf', 'riso', 'rssi']),
)

/** States that can be published, as on the wire. */
export const mappedStates = ['grid', 'standby', 'curtailed', 'shutdown', 'normal'] as const

export const topicMapMistakes = [
  'edge_map_kind',
  'edge_map_empty',
  'edge_map_topic',
  'edge_map_path',
  'edge_map_metric',
  'edge_map_twice',
  'edge_map_factor',
  'edge_map_serial',
  'edge_map_state',
] as const
export type TopicMapMistake = (typeof topicMapMistakes)[number]
export type TopicMapField = 't' | 'sn' | 'topic' | 'path' | 'to' | 'factor' | 'words'
/** Where it stands: the device, and of its values which; null = none of them, `state` = what tells its state. */
export type FoundMistake = {
  device: number
  value: number | 'state' | null
  field: TopicMapField
  code: TopicMapMistake
}

/** Whether each level of it holds something, and nothing of what is `not` in a level. */
const levelsAreRight = (text: string, between: string, not: RegExp): boolean =>
  text === '' ||
  (text.length <= TOPIC_MAX && text.split(between).every((level) => level !== '' && !not.test(level)))
/** Topics of an address, and below it. */
export const topicIsRight = (topic: string): boolean => levelsAreRight(topic, '/', /[\p{Cc}+#]/u)
const pathIsRight = (path: string): boolean => levelsAreRight(path, '.', /\p{Cc}/u)
/** As serials are on the wire. */
const serialIsRight = (sn: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._/-]{0,31}$/.test(sn)

const placeMistakes = (place: {
  topic: string
  path: string
}): { field: 'topic' | 'path'; code: TopicMapMistake }[] => [
  ...(topicIsRight(place.topic) ? [] : [{ field: 'topic' as const, code: 'edge_map_topic' as const }]),
  ...(pathIsRight(place.path) ? [] : [{ field: 'path' as const, code: 'edge_map_path' as const }]),
]

const stateMistakes = ({ are, ...place }: TopicState): { field: TopicMapField; code: TopicMapMistake }[] => {
  const words = Object.entries(are)
  const isRight =
    words.length > 0 &&
    words.length <= MAPPED_WORDS_MAX &&
    words.every(
      ([word, state]) =>
        word.trim() !== '' &&
        word.length <= STATE_WORD_MAX &&
        (mappedStates as readonly string[]).includes(state),
    )
  return [...placeMistakes(place), ...(isRight ? [] : [{ field: 'words', code: 'edge_map_state' } as const])]
}

/** Everything that is wrong with a mapping, in its order. */
export const mistakesIn = ({ devices }: TopicMap): FoundMistake[] => {
  const serials = devices.map(({ sn }) => sn?.toUpperCase() ?? null)
  const none = { device: 0, value: null, field: 'to', code: 'edge_map_empty' } as const
  if (devices.length === 0 || devices.length > MAPPED_DEVICES_MAX) return [none]
  return devices.flatMap((one, device): FoundMistake[] => {
    const { t, sn, values, state } = one
    const isEmpty = values.length === 0 || values.length > MAPPED_VALUES_MAX
    const isTwice = sn !== null && serials.indexOf(sn.toUpperCase()) !== device
    return [
      ...(mappedKinds.includes(t as ReportedKind)
        ? []
        : [{ device, value: null, field: 't', code: 'edge_map_kind' } as const]),
      ...(sn === null || (serialIsRight(sn) && !isTwice)
        ? []
        : [{ device, value: null, field: 'sn', code: 'edge_map_serial' } as const]),
      ...(isEmpty ? [{ ...none, device }] : []),
      ...values.flatMap((value, index): FoundMistake[] => {
        const { to, factor } = value
        const isMetric = numbers.has(to) || trackers.test(to) || strings.test(to)
        const isSaid = values.findIndex((other) => other.to === to) !== index
        const isFactor = Number.isFinite(factor) && factor !== 0 && Math.abs(factor) <= FACTOR_MAX
        return [
          ...placeMistakes(value).map((mistake) => ({ device, value: index, ...mistake })),
          ...(isMetric ? [] : [{ device, value: index, field: 'to', code: 'edge_map_metric' } as const]),
          ...(isMetric && isSaid
            ? [{ device, value: index, field: 'to', code: 'edge_map_twice' } as const]
            : []),
          ...(isFactor ? [] : [{ device, value: index, field: 'factor', code: 'edge_map_factor' } as const]),
        ]
      }),
      ...(state === null
        ? []
        : stateMistakes(state).map((mistake) => ({ device, value: 'state' as const, ...mistake }))),
    ]
  })
}
