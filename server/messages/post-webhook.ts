import { createHmac } from 'node:crypto'
import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 10_000

/** Sunkeeper-Signature of a body sent at an instant (seconds since 1970). */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

class PrivateAddress extends Error {
  override name = 'PrivateAddress'
  constructor() {
    super('the address is not public')
  }
}

/** Resolves a name and refuses it when any of its addresses is private: asked at the moment of connecting. */
const publicLookup: LookupFunction = (name, options, done) =>
  resolve(name, { ...options, all: true }, (error, found) => {
    const [first] = found
    if (error) return done(error, '', 0)
    if (first === undefined || found.some(({ address }) => !isPublicAddress(address)))
      return done(new PrivateAddress(), '', 0)
    if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })

/** Whether an address may be called at all, as far as its text says. */
export const mayCall = (url: string, privateAllowed: boolean): boolean => {
  const { hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (privateAllowed) return true
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa)\.?$/i.test(host)
}

/**
 * Posts a body once, signed; redirects are not followed. null when it was taken (2xx), else why not, in a few words
 * that tell nothing of what stands behind the address.
 */
export const postWebhook = (
  given: { url: string; secret: string; id: string; event: string; body: string },
  now: number,
  privateAllowed: boolean,
): Promise<string | null> =>
  new Promise((resolvePost) => {
    const { url, secret, id, event, body } = given
    if (!mayCall(url, privateAllowed)) return resolvePost('the address is not public')
    const seconds = Math.floor(now / 1000)
    const request = (url.startsWith('https:') ? https : http).request(
      url,
      {
        method: 'POST',
        timeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(privateAllowed ? {} : { lookup: publicLookup }),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Sunkeeper',
          'sunkeeper-event': event,
          'sunkeeper-delivery': id,
          'sunkeeper-signature': signatureOf(secret, seconds, body),
        },
      },
      (response) => {
        const status = response.statusCode ?? 0
        response.resume()
        response.on('error', () => {})
        response.destroy()
        resolvePost(status >= 200 && status < 300 ? null : `answered ${status}`)
      },
    )
    request.on('timeout', () => request.destroy(new Error('timeout')))
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isKnown = error instanceof PrivateAddress
      resolvePost(isKnown ? error.message : `not reached (${error.code ?? error.name})`)
    })
    request.end(body)
  })
