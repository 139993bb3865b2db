import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { refusals } from '#contract/mqtt/config.ts'
import { isDevicePort } from '#domain/edges/device-url.ts'
import type { TopicMap } from '#domain/edges/topic-map.ts'
import { addressKind } from '#domain/edges/private-address.ts'
import { readAddress } from '../device-address.ts'
import { DeviceError } from '../engine/device-error.ts'
import { mapTroubleOf } from '../engine/topics/map-mistakes.ts'
import { schemeOf, schemes } from '../open-device.ts'

/**
 * Where the server may send the edge: to private addresses and serial ports, and to what its own start allows beyond.
 * Whoever holds a server shall not reach through its edges what is none of its business.
 */
export type AddressRule = { allows: (address: string) => boolean }

const serialPort = /^\/dev\/(tty[A-Za-z0-9]{1,20}|serial\/by-(id|path)\/(?!.*\.\.)[\w.:@+-]{1,128})$/

/** @throws Error when a text is no range, such as 192.168.1.0/24 */
export const addressRule = (ranges: readonly string[], loopback: boolean): AddressRule => {
  const more = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address)
    const longest = family === 4 ? 32 : 128
    const prefix = bits === undefined ? longest : Number(bits)
    if (family === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > longest)
      throw new Error(`"${range}" is no range of addresses, such as 192.168.1.0/24.`)
    more.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    allows(address) {
      const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
      const kind = addressKind(plain)
      if (kind === 'private' || (kind === 'loopback' && loopback)) return true
      return isIP(plain) !== 0 && more.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

export type AddressRefusal = { code: (typeof refusals)[number]; text: string }

const bare = (host: string): string => host.replace(/^\[|\]$/g, '')
const forbidden = (address: string): string =>
  `${address} is in no private network: this edge only connects to what its own start allows (--allow).`

/** Why an address is not used; null = it may be, as far as can be seen before names are resolved. */
export const judgeAddress = (
  url: string,
  profile: string | null,
  rule: AddressRule,
  map: TopicMap | null = null,
): AddressRefusal | null => {
  if (URL.parse(url) === null) return { code: 'url', text: `"${url}" is no address.` }
  const scheme = schemeOf(url)
  if (scheme === null) return { code: 'scheme', text: `This edge knows no scheme of "${url}".` }
  try {
    const { address } = readAddress(url, schemes)
    if (profile !== null && !scheme.profiles.includes(profile))
      return { code: 'profile', text: `There is no profile "${profile}" of ${scheme.name}.` }
    const wrongMap = map === null ? null : mapTroubleOf(map, scheme)
    if (wrongMap !== null) return { code: 'map', text: wrongMap }
    if (scheme.port === null)
      return serialPort.test(address.path)
        ? null
        : { code: 'address', text: `${address.path} is no serial port.` }
    if (!isDevicePort(address.port))
      return { code: 'address', text: `Port ${address.port} is none of a device.` }
    const { host } = address
    if (isIP(host) !== 0 && !rule.allows(host)) return { code: 'address', text: forbidden(host) }
    // What some resolvers take for an address: 127.1, 2130706433.
    if (isIP(host) === 0 && /^(\d|0x)[\da-fx.]*$/i.test(host))
      return { code: 'url', text: `"${host}" is no name.` }
    return null
  } catch (error) {
    return { code: 'url', text: error instanceof Error ? error.message : String(error) }
  }
}

type Resolve = (host: string) => Promise<readonly string[]>
const resolveName: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * The address that is connected to: a name is led to its addresses, each of which has to be allowed, and from then on
 * only the number is used. Rejects with a `DeviceError`.
 */
export const settleAddress = async (
  url: string,
  profile: string | null,
  rule: AddressRule,
  resolve: Resolve = resolveName,
): Promise<string> => {
  const refusal = judgeAddress(url, profile, rule)
  if (refusal !== null) throw new DeviceError('address', refusal.text)
  const parsed = new URL(url)
  const host = bare(parsed.hostname)
  if (host === '' || isIP(host) !== 0) return url
  const found = await resolve(host).catch(() => [])
  const [first] = found
  if (first === undefined) throw new DeviceError('unreachable', `${host} is not known: is the name right?`)
  const other = found.find((address) => !rule.allows(address))
  if (other !== undefined) throw new DeviceError('address', `${host} leads to ${forbidden(other)}`)
  parsed.hostname = first.includes(':') ? `[${first}]` : first
  return parsed.href
}
