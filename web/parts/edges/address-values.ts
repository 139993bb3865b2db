import { INTERVAL_MAX_S, INTERVAL_MIN_S } from '#domain/edges/limits.ts'
import { deviceUrlTrouble, isDevicePort } from '#domain/edges/device-url.ts'
import { topicIsRight, type TopicMap } from '#domain/edges/topic-map.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { newAddress, readAddress, topicOf, wayOf, writeAddress, type Address } from './device-address.ts'
import type { EdgeDevice } from './edge-view.ts'
import { formOf, mapOf, mistakesOf, type MapForm } from './mapping/map-form.ts'

/** Seconds between two readings, unless a person says otherwise. No source: chosen. */
export const INTERVAL_USUAL_S = 10

/** What is typed of a device that an edge reads. */
export type AddressValues = {
  address: Address
  /** null = the edge finds out. */
  profile: string | null
  intervalS: number | null
  /** '' = as it is. */
  secret: string
  /** What is kept is to be forgotten. */
  forgets: boolean
  /** A mapping of one's own; null = none. */
  map: MapForm | null
}

export const newValues: AddressValues = {
  address: newAddress('modbus-tcp'),
  profile: null,
  intervalS: INTERVAL_USUAL_S,
  secret: '',
  forgets: false,
  map: null,
}

export const valuesOf = ({ url, profile, intervalS, map }: EdgeDevice): AddressValues => ({
  address: readAddress(url) ?? newAddress('modbus-tcp'),
  profile,
  intervalS,
  secret: '',
  forgets: false,
  map: map && formOf(map),
})

export type AddressField = 'host' | 'topic' | 'map' | 'port' | 'intervalS' | 'unit' | 'serial' | 'baud'

/** What is wrong that can be seen from here, as the server judges it; the edge judges what names lead to. */
export const wrongIn = ({
  address,
  intervalS,
  map,
}: AddressValues): Partial<Record<AddressField, ErrorCode>> => {
  const { host, port, path, settings } = address
  const way = wayOf(address.scheme)
  const place = way.line === null ? host : path
  const settled: Partial<Record<AddressField, ErrorCode>> = {}
  for (const { name } of way.asked) {
    const given = settings[name] ?? ''
    if (given === '') settled[name] = 'required'
    else if (!/^\d+$/.test(given)) settled[name] = 'invalid_input'
  }
  const isInterval =
    intervalS !== null &&
    Number.isInteger(intervalS) &&
    intervalS >= INTERVAL_MIN_S &&
    intervalS <= INTERVAL_MAX_S
  const isPort = port === null || (Number.isInteger(port) && port > 0 && port < 65_536)
  const trouble = deviceUrlTrouble(writeAddress({ ...address, port: null }))
  const [mistake] = mistakesOf(map)
  const topic = topicOf(path)
  return {
    ...(way.topic && !topicIsRight(topic) && { topic: 'edge_map_topic' as const }),
    ...(way.topic && topic === '' && { topic: 'required' as const }),
    ...(mistake && { map: mistake.code }),
    ...(place.trim() === '' ? { host: 'required' as const } : trouble && { host: trouble }),
    ...(!isPort
      ? { port: 'invalid_input' as const }
      : port !== null && !isDevicePort(port) && { port: 'edge_port' as const }),
    ...(!isInterval && { intervalS: intervalS === null ? 'required' : 'invalid_input' }),
    ...settled,
  }
}

/** As it is sent. A secret that is not typed stays as it was. */
export const bodyOf = ({
  address,
  profile,
  intervalS,
  secret,
  forgets,
  map,
}: AddressValues): {
  url: string
  profile: string | null
  intervalS: number
  secret?: string | null
  map: TopicMap | null
} => ({
  url: writeAddress(address),
  profile,
  intervalS: intervalS ?? INTERVAL_USUAL_S,
  map: map && mapOf(map),
  ...(secret !== '' ? { secret } : forgets ? { secret: null } : {}),
})
