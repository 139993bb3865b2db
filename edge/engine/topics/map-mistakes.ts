import { topicMap, wholeMap } from '#contract/mqtt/topic-map.ts'
import {
  type FoundMistake,
  MAPPED_DEVICES_MAX,
  MAPPED_VALUES_MAX,
  mappedKinds,
  mappedStates,
  mistakesIn,
  type TopicMap,
  type TopicMapMistake,
} from '#domain/edges/topic-map.ts'
import * as z from 'zod/mini'
import { DeviceError } from '../device-error.ts'
import { parsedJson } from '../json.ts'

const says: Readonly<Record<TopicMapMistake, string>> = {
  edge_map_kind: `its kind is none of ${mappedKinds.join(', ')}`,
  edge_map_empty: `a mapping has 1 to ${MAPPED_DEVICES_MAX} devices, and each of them 1 to ${MAPPED_VALUES_MAX} values`,
  edge_map_topic: 'its topic cannot be one: it has no + and #, and no slash at its ends',
  edge_map_path: 'its path cannot be one: names and numbers with dots between them, such as ENERGY.Power',
  edge_map_metric: 'there is no such metric',
  edge_map_twice: 'another value is the same metric already',
  edge_map_factor: 'its factor has to be a number other than 0',
  edge_map_serial: 'its serial cannot be one, or another device of the mapping has it',
  edge_map_state: `its states have to be one of ${mappedStates.join(', ')} for each word that is published`,
}

/** Where a value of a mapping stands, as people count. */
export const whichValue = (device: number, value: number | 'state' | null): string =>
  `device ${device + 1}${value === null ? '' : value === 'state' ? ', its state' : `, value ${value + 1}`}`

const sentenceOf = ({ device, value, code }: FoundMistake): string =>
  `The mapping cannot be used: ${whichValue(device, value)}: ${says[code]}.`

/** What is wrong with a mapping, as a sentence; null = nothing. */
export const mapTrouble = (map: TopicMap): string | null => {
  const [first] = mistakesIn(map)
  return first === undefined ? null : sentenceOf(first)
}

/** Why a mapping cannot be used with a scheme, as a sentence; null = it can. */
export const mapTroubleOf = (
  map: TopicMap,
  scheme: { name: string; profiles: readonly string[] },
): string | null =>
  scheme.profiles.includes('map')
    ? mapTrouble(map)
    : `A mapping belongs to what is published: ${scheme.name} takes none.`

/** The mapping of a file. Throws a `DeviceError` that says what is wrong with it. */
export const readMap = (text: string): TopicMap => {
  const given = parsedJson(text)
  if (given === undefined) throw new DeviceError('address', 'The mapping is no JSON.')
  const parsed = z.safeParse(topicMap, given)
  if (!parsed.success) {
    const at = parsed.error.issues[0]?.path.join('.') ?? ''
    throw new DeviceError('address', `The mapping has not the form of one${at === '' ? '' : `, at ${at}`}.`)
  }
  const map = wholeMap(parsed.data)
  const trouble = mapTrouble(map)
  if (trouble !== null) throw new DeviceError('address', trouble)
  return map
}
