import { lookup } from 'node:dns/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest, type RequestOptions } from 'node:https'
import { getCACertificates } from 'node:tls'
import { addressKind } from '#domain/edges/private-address.ts'
import * as z from 'zod/mini'
import { parsedJson } from '../engine/json.ts'
import { PAIRING_TIMEOUT_MS, pinnedAuthority } from './pinned-authority.ts'

/** What a server gives for a pairing code. */
export const pairedLogin = z.object({
  serial: z.string().check(z.regex(/^[A-Z0-9][A-Z0-9-]{5,31}$/)),
  secret: z.string().check(z.minLength(1)),
  broker: z.string().check(z.regex(/^mqtts?:\/\//)),
  /** PEM of the authority that the broker's certificate comes from; null = those the machine knows. */
  authority: z.nullable(z.string()),
  /** Seconds between two reports. */
  reportS: z.number(),
})
export type PairedLogin = z.infer<typeof pairedLogin>

export type Pairing = {
  server: string
  code: string
  /** SHA-256 of the server's certificate or of its authority, hex; null = a publicly trusted one. */
  fingerprint: string | null
  key: string
  name: string | null
  version: string
}

const MOST_BYTES = 64 * 1024

const isLoopbackHost = async (host: string): Promise<boolean> => {
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.length > 0 && addresses.every(({ address }) => addressKind(address) === 'loopback')
}

/** How the connection is made. Rejects where it would not be safe. */
const connection = async (origin: URL, fingerprint: string | null): Promise<RequestOptions> => {
  if (origin.protocol === 'http:') {
    if (await isLoopbackHost(origin.hostname.replace(/^\[|\]$/g, ''))) return {}
    throw new Error(
      `${origin.origin} has no TLS: whoever listens would get the login. Switch HTTPS on at the server, and use its address.`,
    )
  }
  if (fingerprint === null) return { ca: [...getCACertificates('default'), ...getCACertificates('system')] }
  return { ca: await pinnedAuthority(origin, fingerprint), allowPartialTrustChain: true }
}

const post = (url: URL, body: string, options: RequestOptions): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'http:' ? plainRequest : secureRequest
    const request = send(
      url,
      {
        ...options,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = []
        let length = 0
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > MOST_BYTES) request.destroy(new Error('the answer is too long'))
          chunks.push(chunk)
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
        response.on('error', reject)
      },
    )
    request.setTimeout(PAIRING_TIMEOUT_MS, () => request.destroy(new Error(`${url.host} does not answer`)))
    request.on('error', reject)
    request.end(body)
  })

/** The sentence that a server gives with a refusal. */
const refusal = z.object({ error: z.object({ message: z.string() }) })

/** Brings code and public key to the server, once. Rejects with an English sentence. */
export const pair = async ({
  server,
  code,
  fingerprint,
  key,
  name,
  version,
}: Pairing): Promise<PairedLogin> => {
  const origin = URL.parse(server)
  if (origin === null || !['http:', 'https:'].includes(origin.protocol))
    throw new Error(`"${server}" is no address of a server, such as https://sun.example.`)
  const options = await connection(origin, fingerprint)
  const body = JSON.stringify({ code, key, version, ...(name === null ? {} : { name }) })
  const { status, text } = await post(new URL('/api/edge/pair', origin), body, options)
  const answer = parsedJson(text)
  const login = z.safeParse(pairedLogin, answer)
  if (status >= 200 && status < 300 && login.success) return login.data
  const said = z.safeParse(refusal, answer)
  throw new Error(
    said.success
      ? `The server says: ${said.data.error.message}`
      : `The server answered with status ${status} and nothing that could be understood.`,
  )
}
