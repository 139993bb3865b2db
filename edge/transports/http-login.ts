import { createHash, randomBytes } from 'node:crypto'
import { DeviceError } from '../engine/device-error.ts'
import type { WebLogin } from '../engine/web.ts'

const hashes: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256' }

/** What a header of the device may have, characters: a challenge is short. No source: chosen. */
const LONGEST = 2_000
const field = (challenge: string, name: string): string | null => {
  const found = new RegExp(`(?:^|[\\s,])${name}=(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(challenge)
  return found?.[1] ?? found?.[2] ?? null
}

/** The answer to a challenge of HTTP digest. Source: RFC 7616: MD5, and SHA-256 of newer devices. */
export const digestHeader = (
  challenge: string,
  asked: { path: string; user: string; password: string },
  cnonce = randomBytes(8).toString('hex'),
): string => {
  const said = challenge.slice(0, LONGEST)
  const [realm, nonce] = [field(said, 'realm'), field(said, 'nonce')]
  const algorithm = field(said, 'algorithm')
  const hash = hashes[(algorithm ?? 'md5').toLowerCase()]
  if (!/^digest\s/i.test(said) || realm === null || nonce === null || hash === undefined)
    throw new DeviceError('login', 'The device wants a kind of login that is not known here.')
  const { path, user, password } = asked
  const hashed = (text: string): string => createHash(hash).update(text).digest('hex')
  const [first, second] = [hashed(`${user}:${realm}:${password}`), hashed(`GET:${path}`)]
  const opaque = field(said, 'opaque')
  const named = algorithm === null ? '' : `, algorithm=${algorithm}`
  const tail = `${named}${opaque === null ? '' : `, opaque="${opaque}"`}`
  const head = `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${path}"`
  if (!/\bauth\b/.test(field(said, 'qop') ?? ''))
    return `${head}, response="${hashed(`${first}:${nonce}:${second}`)}"${tail}`
  const response = hashed(`${first}:${nonce}:00000001:${cnonce}:auth:${second}`)
  return `${head}, qop=auth, nc=00000001, cnonce="${cnonce}", response="${response}"${tail}`
}

/** What goes out with the first request; null = nothing before a challenge. */
export const firstHeader = (login: WebLogin | null, isSecure: boolean): string | null => {
  if (login?.kind === 'bearer') {
    if (!isSecure)
      throw new DeviceError('login', 'A token is sent over TLS alone, and the device does not speak it here.')
    return `Bearer ${login.token}`
  }
  return login?.kind === 'basic'
    ? `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
    : null
}
