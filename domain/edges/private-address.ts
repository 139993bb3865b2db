/**
 * Which addresses an edge may be asked to speak to. Pure, so that server and edge judge alike; names are judged again by
 * the address they lead to, where it is known.
 */
export type AddressKind = 'private' | 'loopback' | 'link_local' | 'public'

/** The four numbers of an IPv4 address in its usual writing; null for anything else. */
const v4 = (text: string): number[] | null => {
  const parts = text.split('.')
  if (parts.length !== 4 || parts.some((part) => !/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255))
    return null
  return parts.map(Number)
}

const ofV4 = ([a = 0, b = 0]: readonly number[]): AddressKind => {
  if (a === 127) return 'loopback'
  if (a === 169 && b === 254) return 'link_local'
  // RFC 1918.
  const own = a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)
  return own ? 'private' : 'public'
}

/** The eight groups of an IPv6 address without brackets and zone; null when it is none. */
const v6 = (text: string): number[] | null => {
  const mapped = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  const low = mapped ? v4(mapped[2] ?? '') : []
  if (low === null) return null
  const plain = mapped ? `${mapped[1]}${group(low[0], low[1])}:${group(low[2], low[3])}` : text
  const halves = plain.split('::')
  if (halves.length > 2) return null
  const [front = [], back = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - front.length - back.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...front, ...Array<string>(halves.length === 1 ? 0 : missing).fill('0'), ...back]
  return groups.every((one) => /^[0-9a-f]{1,4}$/i.test(one)) ? groups.map((one) => parseInt(one, 16)) : null
}
const group = (high = 0, low = 0): string => (high * 256 + low).toString(16)

const ofV6 = (groups: readonly number[]): AddressKind => {
  const [first = 0] = groups
  const head = groups.slice(0, 5).every((one) => one === 0)
  // ::ffff:192.168.1.20 is what it carries.
  if (head && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6)
    return ofV4([high >> 8, high & 255, low >> 8, low & 255])
  }
  if (head && groups[5] === 0 && groups[6] === 0 && groups[7] === 1) return 'loopback'
  if (first >= 0xfe80 && first <= 0xfebf) return 'link_local'
  // RFC 4193.
  return first >= 0xfc00 && first <= 0xfdff ? 'private' : 'public'
}

/** What kind of address this is; null when it is no address but a name. */
export const addressKind = (host: string): AddressKind | null => {
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const four = v4(bare)
  if (four) return ofV4(four)
  const six = bare.includes(':') ? v6(bare) : null
  return six ? ofV6(six) : null
}

/** Ends of names that only a network of one's own gives out (RFC 6762, 8375; usual routers). */
const ownEnds = ['local', 'lan', 'home', 'home.arpa', 'internal', 'localdomain', 'fritz.box']

/** Whether a name can be one of the own network: of one label, or of an end that only such a network gives out. */
export const isOwnName = (host: string): boolean => {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!/^[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/.test(name)) return false
  // Only figures and dots: what some resolvers take for an address, as 127.1 or 2130706433.
  if (/^[\d.]+$|^0x/.test(name)) return false
  return !name.includes('.') || ownEnds.some((end) => name.endsWith(`.${end}`))
}

/** How many addresses a range in the form `192.168.1.0/24` holds; null when it is none of a private network. IPv4 alone. */
export const rangeSize = (range: string): number | null => {
  const [address = '', bits, ...more] = range.split('/')
  const four = v4(address)
  if (four === null || more.length > 0 || (bits !== undefined && !/^\d{1,2}$/.test(bits))) return null
  const prefix = bits === undefined ? 32 : Number(bits)
  // Shorter prefixes reach beyond every private network but one.
  if (prefix > 32 || prefix < 16 || ofV4(four) !== 'private') return null
  return 2 ** (32 - prefix)
}
