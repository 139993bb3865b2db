import { INTERVAL_MAX_S, INTERVAL_MIN_S } from '#domain/edges/limits.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { newAddress, readAddress, wayOf, writeAddress, type Address } from './device-address.ts'
import type { EdgeDevice } from './edge-view.ts'

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
}

export const newValues: AddressValues = {
  address: newAddress('modbus-tcp'),
  profile: null,
  intervalS: INTERVAL_USUAL_S,
  secret: '',
  forgets: false,
}

export const valuesOf = ({ url, profile, intervalS }: EdgeDevice): AddressValues => ({
  address: readAddress(url) ?? newAddress('modbus-tcp'),
  profile,
  intervalS,
  secret: '',
  forgets: false,
})

export type AddressField = 'host' | 'port' | 'intervalS' | 'unit' | 'serial' | 'baud'

/** What is wrong that can be seen from here; the server and the edge judge the rest. */
export const wrongIn = ({ address, intervalS }: AddressValues): Partial<Record<AddressField, ErrorCode>> => {
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
  return {
    ...(place.trim() === '' && { host: 'required' }),
    ...(port !== null && !(Number.isInteger(port) && port > 0 && port < 65_536) && { port: 'invalid_input' }),
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
}: AddressValues): { url: string; profile: string | null; intervalS: number; secret?: string | null } => ({
  url: writeAddress(address),
  profile,
  intervalS: intervalS ?? INTERVAL_USUAL_S,
  ...(secret !== '' ? { secret } : forgets ? { secret: null } : {}),
})
