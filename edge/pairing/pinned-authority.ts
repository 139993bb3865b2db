import { X509Certificate } from 'node:crypto'
import { get } from 'node:https'
import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate } from 'node:tls'

/** Of a request, ms. No source: chosen. */
export const PAIRING_TIMEOUT_MS = 20_000
/** Longer than any certificate, bytes. */
const MOST_BYTES = 64 * 1024

/** SHA-256 as people write it: hex, perhaps with colons; lower case without them. null = it is none. */
export const readFingerprint = (text: string): string | null => {
  const plain = text.replaceAll(':', '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(plain) ? plain : null
}

const printOf = (der: Buffer): string | null => {
  try {
    return readFingerprint(new X509Certificate(der).fingerprint256)
  } catch {
    return null
  }
}
const pemOf = (der: Buffer): string => new X509Certificate(der).toString()

/** The certificates that a server shows, its own first. Believed is nothing yet. */
const shownBy = (host: string, port: number): Promise<Buffer[]> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    })
    socket.setTimeout(PAIRING_TIMEOUT_MS, () => socket.destroy(new Error(`${host}:${port} does not answer`)))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const shown: Buffer[] = []
      let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
      while (next?.raw !== undefined && !shown.some((one) => one.equals(next?.raw ?? one))) {
        shown.push(next.raw)
        next = next.issuerCertificate
      }
      socket.destroy()
      resolve(shown)
    })
  })

/** What lies at /ca.crt; null = no certificate. Believed is nothing yet. */
const offeredBy = (origin: URL): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const request = get(new URL('/ca.crt', origin), { rejectUnauthorized: false }, (response) => {
      const chunks: Buffer[] = []
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > MOST_BYTES) request.destroy()
        else chunks.push(chunk)
      })
      response.on('end', () => {
        try {
          resolve(new X509Certificate(Buffer.concat(chunks)).raw)
        } catch {
          resolve(null)
        }
      })
      response.on('error', () => resolve(null))
    })
    request.setTimeout(PAIRING_TIMEOUT_MS, () => request.destroy())
    request.on('error', () => resolve(null))
  })

/**
 * The certificate (PEM) whose SHA-256 a person has brought along: the server's own, one that it shows with it, or the
 * authority that it offers. Whatever else the server shows is refused. Rejects with an English sentence.
 */
export const pinnedAuthority = async (origin: URL, fingerprint: string): Promise<string> => {
  const host = origin.hostname.replace(/^\[|\]$/g, '')
  const shown = await shownBy(host, origin.port === '' ? 443 : Number(origin.port))
  const own = shown.find((der) => printOf(der) === fingerprint)
  if (own !== undefined) return pemOf(own)
  const offered = await offeredBy(origin)
  if (offered !== null && printOf(offered) === fingerprint) return pemOf(offered)
  throw new Error(
    `${origin.host} shows another certificate (SHA-256 ${shown.map(printOf).join(', ') || 'none'}) than the one expected (${fingerprint}): somebody may stand between. Nothing was sent.`,
  )
}
