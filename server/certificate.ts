import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import type { Environment } from './env.ts'
import type { DoorLog } from './mqtt/device-door.ts'

/** Both doors' certificate, PEM. */
export type Certificate = {
  cert: string
  key: string
  /** Of the local authority that signed it, for phones and gateways to trust; null with a certificate from elsewhere. */
  authority: string | null
}

/** Where `npm run certificate` leaves its files, in DATA_DIR. */
export const certificateFiles = (dataDir: string) => ({
  authority: path.join(dataDir, 'tls', 'ca.crt'),
  authorityKey: path.join(dataDir, 'tls', 'ca.key'),
  cert: path.join(dataDir, 'tls', 'server.crt'),
  key: path.join(dataDir, 'tls', 'server.key'),
})

const SOON_DAYS = 30
const DAY_MS = 24 * 3_600_000

const readIfThere = async (file: string): Promise<string | null> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * The certificate of TLS_CERT and TLS_KEY; without them the one that `npm run certificate` has made; null = plain.
 * @throws Error for a file that is named and cannot be read
 */
export const readCertificate = async ({
  tls,
  dataDir,
}: Pick<Environment, 'tls' | 'dataDir'>): Promise<Certificate | null> => {
  const own = certificateFiles(dataDir)
  if (tls !== null) {
    const [cert, key] = await Promise.all([readFile(tls.certFile, 'utf8'), readFile(tls.keyFile, 'utf8')])
    // TLS_CERT may name that very file.
    return { cert, key, authority: tls.certFile === own.cert ? await readIfThere(own.authority) : null }
  }
  const [cert, key, authority] = await Promise.all([own.cert, own.key, own.authority].map(readIfThere))
  return cert && key ? { cert, key, authority: authority ?? null } : null
}

/** Says in the log and in the metrics until when the certificate can be used. */
export const watchCertificate = (
  { cert }: Certificate,
  { log, metrics, now }: { log: DoorLog; metrics: Registry; now: number },
): void => {
  const until = new X509Certificate(cert).validToDate.getTime()
  new Gauge({
    name: 'sunkeeper_certificate_not_after_seconds',
    help: 'Until when the certificate of both doors is valid, as a Unix time',
    registers: [metrics],
  }).set(Math.floor(until / 1000))
  if (until < now)
    log.error({ until: new Date(until) }, 'the certificate has expired: nobody can connect by TLS')
  else if (until < now + SOON_DAYS * DAY_MS)
    log.warn({ until: new Date(until) }, 'the certificate expires soon')
}
