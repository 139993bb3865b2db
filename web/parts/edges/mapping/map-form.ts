import type { ReportedKind } from '#domain/devices/kinds.ts'
import {
  type FoundMistake,
  mappedKinds,
  mappedStates,
  metricsOffered,
  mistakesIn,
  type TopicMap,
} from '#domain/edges/topic-map.ts'
import { newId } from '../../../kit/new-id.ts'

export type MappedState = (typeof mappedStates)[number]
/** A mapping as it is typed. `key`: for lists that change. */
export type ValueForm = { key: string; topic: string; path: string; to: string; factor: number | null }
export type StateForm = { topic: string; path: string; words: Readonly<Record<MappedState, string>> }
export type DeviceForm = {
  key: string
  t: ReportedKind
  sn: string
  values: readonly ValueForm[]
  state: StateForm | null
}
export type MapForm = readonly DeviceForm[]

/** The next metric of this kind that nothing stands for yet. */
export const newValue = (t: ReportedKind, others: readonly ValueForm[]): ValueForm => {
  const offered = metricsOffered(t)
  const free = offered.find((to) => others.every((other) => other.to !== to))
  // Most send all of it in one message, or under topics that are called alike.
  const last = others.at(-1)
  return {
    key: newId(),
    topic: last !== undefined && last.path !== '' ? last.topic : '',
    path: '',
    to: free ?? offered[0] ?? 'p',
    factor: 1,
  }
}

export const newDevice = (t: ReportedKind = 'inverter'): DeviceForm => ({
  key: newId(),
  t,
  sn: '',
  values: [newValue(t, [])],
  state: null,
})

export const newState: StateForm = {
  topic: '',
  path: '',
  words: { grid: '', standby: '', curtailed: '', shutdown: '', normal: '' },
}

/** Of another kind: what that kind does not measure goes. */
export const ofKind = (device: DeviceForm, t: ReportedKind): DeviceForm => {
  const offered = metricsOffered(t)
  const stay = device.values.filter(({ to }) => offered.includes(to))
  return { ...device, t, values: stay.length > 0 ? stay : [newValue(t, [])] }
}

const kindOf = (t: string): ReportedKind => mappedKinds.find((kind) => kind === t) ?? 'inverter'
const wordsOf = (are: Readonly<Record<string, string>>, state: MappedState): string =>
  Object.entries(are)
    .filter((entry) => entry[1] === state)
    .map(([word]) => word)
    .join(', ')

export const formOf = ({ devices }: TopicMap): MapForm =>
  devices.map(({ t, sn, values, state }) => ({
    key: newId(),
    t: kindOf(t),
    sn: sn ?? '',
    values: values.map((value) => ({ ...value, key: newId() })),
    state: state && {
      topic: state.topic,
      path: state.path,
      words: {
        grid: wordsOf(state.are, 'grid'),
        standby: wordsOf(state.are, 'standby'),
        curtailed: wordsOf(state.are, 'curtailed'),
        shutdown: wordsOf(state.are, 'shutdown'),
        normal: wordsOf(state.are, 'normal'),
      },
    },
  }))

/** Several words of a state stand between commas. */
const areOf = (words: StateForm['words']): Record<string, string> =>
  Object.fromEntries(
    mappedStates.flatMap((state) =>
      words[state]
        .split(/[,，]/)
        .map((word) => word.trim())
        .filter((word) => word !== '')
        .map((word) => [word, state]),
    ),
  )

export const mapOf = (form: MapForm): TopicMap => ({
  devices: form.map(({ t, sn, values, state }) => ({
    t,
    sn: sn.trim() === '' ? null : sn.trim(),
    values: values.map(({ topic, path, to, factor }) => ({
      topic: topic.trim(),
      path: path.trim(),
      to,
      factor: factor ?? Number.NaN,
    })),
    state: state && { topic: state.topic.trim(), path: state.path.trim(), are: areOf(state.words) },
  })),
})

export const mistakesOf = (form: MapForm | null): readonly FoundMistake[] =>
  form === null ? [] : mistakesIn(mapOf(form))
