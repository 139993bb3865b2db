import { networkInterfaces } from 'node:os'
import { isIPv4 } from 'node:net'
import type { AddressRule } from '../runtime/addresses.ts'

/** Addresses of one network of this machine, and of all that are searched. Source: a /24, and as many as the wire's eight ranges of it and two. */
const MOST_OF_A_NETWORK = 254
const MOST_OWN = 1_024
/** Of ranges that a person names: a /20. Source: the server, which takes no more. */
const MOST_NAMED = 4_096
const WHOLE_PREFIX = 24

const numberOf = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const addressOf = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')

/** Hosts of a range: without the address of the network and that of everybody, where it has them. */
const hostsOf = (address: string, prefix: number): string[] => {
  const size = 2 ** (32 - prefix)
  const first = Math.floor(numberOf(address) / size) * size
  const hosts = Array.from({ length: size }, (_, index) => addressOf(first + index))
  return prefix >= 31 ? hosts : hosts.slice(1, -1)
}

export type OwnAddress = { address: string; cidr: string | null; internal: boolean }

export const ownAddresses = (): OwnAddress[] =>
  Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address, cidr, internal }) => ({ address, cidr, internal })),
  )

/** Own addresses in networks that the edge may ask: there it asks who announces himself. */
export const neighbourAddresses = (own: readonly OwnAddress[], rule: AddressRule): string[] =>
  own.filter(({ address }) => isIPv4(address) && rule.allows(address)).map(({ address }) => address)

/** The neighbours in the networks this machine stands in, as far as the edge may connect to them. */
const neighbours = (own: readonly OwnAddress[], rule: AddressRule): string[] =>
  own
    .filter(({ address, internal }) => isIPv4(address) && !internal && rule.allows(address))
    .flatMap(({ address, cidr }) => {
      const prefix = Number(cidr?.split('/')[1] ?? 32)
      return hostsOf(address, Math.max(prefix, WHOLE_PREFIX))
        .filter((host) => host !== address)
        .slice(0, MOST_OF_A_NETWORK)
    })
    .slice(0, MOST_OWN)

/**
 * Where a search goes. Rejects what it may not go to, and more than it should, with an English sentence.
 * `ranges`: as a person named them; null = the networks of this machine.
 */
export const searchTargets = (
  ranges: readonly string[] | null,
  own: readonly OwnAddress[],
  rule: AddressRule,
): string[] => {
  // With loopback allowed, what this machine itself emulates is found as well.
  const here = rule.allows('127.0.0.1') ? ['127.0.0.1'] : []
  if (ranges === null) return [...new Set([...neighbours(own, rule), ...here])]
  const named = ranges.flatMap((range) => {
    const [address = '', bits = '32'] = range.split('/')
    const prefix = Number(bits)
    if (!isIPv4(address) || !(prefix >= 16 && prefix <= 32))
      throw new Error(`"${range}" is no range that is searched.`)
    return hostsOf(address, prefix)
  })
  const other = named.find((host) => !rule.allows(host))
  if (other !== undefined)
    throw new Error(`${other} is in no private network: this edge does not search there.`)
  if (named.length > MOST_NAMED)
    throw new Error(`${named.length} addresses are more than one search takes: ${MOST_NAMED}.`)
  return [...new Set(named)]
}
