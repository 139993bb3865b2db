import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 10_000

class PrivateAddress extends Error {
  override name = 'PrivateAddress'
  constructor() {
    super('the address is not public')
  }
}

type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found?: LookupAddress[]) => void,
) => void

/** Resolves a name and refuses it when any of its addresses is private: asked at the moment of connecting. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found = []) => {
      // A name that does not resolve comes with an error alone, whatever the types say.
      if (error) return done(error, '', 0)
      const [first] = found
      if (first === undefined || found.some(({ address }) => !isPublicAddress(address)))
        return done(new PrivateAddress(), '', 0)
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })

/** Whether an address may be called at all, as far as its text says. */
export const mayCall = (url: string, privateAllowed: boolean): boolean => {
  const { hostname } = new URL(url)
  // A name may end with dots and means the same: `localhost.` is this machine.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  if (privateAllowed) return true
  if (isIP(host) !== 0) return isPublicAddress(host)
  return (
    host.includes('.') &&
    !/\.(localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/i.test(host)
  )
}

export type Posted = {
  /** null: no answer came. */
  status: number | null
  /** What the answer asks to wait, s. */
  retryAfterS: number | null
  /** null when it was taken (2xx), else why not, in a few words that tell nothing of what stands behind the address. */
  failure: string | null
}

const lost = (failure: string): Posted => ({ status: null, retryAfterS: null, failure })

/** Posts a body once; redirects are not followed. `resolve` is replaced in tests. */
export const postOnce = (
  given: { url: string; headers: Readonly<Record<string, string | number>>; body: string | Uint8Array },
  privateAllowed: boolean,
  resolve: Resolve = lookup,
): Promise<Posted> =>
  new Promise((resolvePost) => {
    const { url, headers, body } = given
    if (!mayCall(url, privateAllowed)) return resolvePost(lost('the address is not public'))
    const request = (url.startsWith('https:') ? https : http).request(
      url,
      {
        method: 'POST',
        timeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(privateAllowed ? {} : { lookup: publicLookup(resolve) }),
        headers: { 'content-length': Buffer.byteLength(body), 'user-agent': 'Sunkeeper', ...headers },
      },
      (response) => {
        const status = response.statusCode ?? 0
        const wait = Number(response.headers['retry-after'] ?? Number.NaN)
        response.resume()
        response.on('error', () => {})
        response.destroy()
        const failure = status >= 200 && status < 300 ? null : `answered ${status}`
        resolvePost({ status, retryAfterS: Number.isFinite(wait) && wait >= 0 ? wait : null, failure })
      },
    )
    request.on('timeout', () => request.destroy(new Error('timeout')))
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isKnown = error instanceof PrivateAddress
      resolvePost(lost(isKnown ? error.message : `not reached (${error.code ?? error.name})`))
    })
    request.end(body)
  })
