import { connect, type ConnectionOptions, type SecureContextOptions, type TLSSocket } from 'node:tls'
import { makeAuthority, makeLeaf, type Pair } from '../scripts/certificate-maker.ts'

const DAY_MS = 24 * 3_600_000
const names = ['localhost', '127.0.0.1']

/** Certificates for 127.0.0.1 as they should and should not be, by the real clock that TLS uses. */
export const makeCertificates = async () => {
  const now = Date.now()
  const longAgo = now - 500 * DAY_MS
  const [authority, stranger] = [
    await makeAuthority('Test', longAgo),
    await makeAuthority('Stranger', longAgo),
  ]
  return {
    authority: authority.cert,
    good: await makeLeaf(authority, names, { now }),
    expired: await makeLeaf(authority, names, { now: longAgo }),
    ofStranger: await makeLeaf(stranger, names, { now }),
    ofAnotherName: await makeLeaf(authority, ['elsewhere.example'], { now }),
  } satisfies Record<string, string | Pair>
}
export type Certificates = Awaited<ReturnType<typeof makeCertificates>>

/** How a client's handshake ends: `TLSv1.3` and such, or the code of what was wrong. */
export const handshake = (port: number, options: ConnectionOptions): Promise<string> =>
  new Promise((resolve) => {
    const socket: TLSSocket = connect({ host: '127.0.0.1', port, ...options })
    const end = (said: string) => {
      socket.destroy()
      resolve(said)
    }
    socket.once('secureConnect', () => end(socket.getProtocol() ?? 'unknown'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
    socket.once('close', () => end('closed'))
  })

/** What OpenSSL needs before it will speak the old versions at all, so that the refusal is the other side's. */
export const oldTls = (version: 'TLSv1' | 'TLSv1.1'): SecureContextOptions => ({
  minVersion: version,
  maxVersion: version,
  ciphers: 'ALL:@SECLEVEL=0',
})
