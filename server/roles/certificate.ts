import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import { type Environment, EnvironmentError } from '../env.ts'
import type { DoorLog } from '../platform/broker/transport.ts'

/** HTTP and MQTT' certificate, PEM. */
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
 * @throws EnvironmentError for files that cannot be read, are no PEM, or do not belong together
 */
export const readCertificate = async ({
  tls,
  dataDir,
}: Pick<Environment, 'tls' | 'dataDir'>): Promise<Certificate | null> => {
  const own = certificateFiles(dataDir)
  if (tls !== null) {
    const [cert, key] = await Promise.all([
      readSetting('TLS_CERT', tls.certFile),
      readSetting('TLS_KEY', tls.keyFile),
    ])
    refuseUnfit({ cert, key }, ['TLS_CERT', 'TLS_KEY'])
    // TLS_CERT may name that very file.
    return { cert, key, authority: tls.certFile === own.cert ? await readIfThere(own.authority) : null }
  }
  const [cert, key, authority] = await Promise.all([own.cert, own.key, own.authority].map(readIfThere))
  if (!cert || !key) return null
  refuseUnfit({ cert, key }, [own.cert, own.key])
  return { cert, key, authority: authority ?? null }
}

const readSetting = (name: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw new EnvironmentError(`${name} cannot be read: ${error.message}`)
  })

const parsed = <T>(parse: () => T, sentence: string): T => {
  try {
    return parse()
  } catch (error) {
    throw new EnvironmentError(sentence, { cause: error })
  }
}

/** HTTP and MQTT would fail of it later, in words of the TLS library. */
const refuseUnfit = (
  { cert, key }: Pick<Certificate, 'cert' | 'key'>,
  [certName, keyName]: readonly [string, string],
): void => {
  const leaf = parsed(() => new X509Certificate(cert), `${certName} holds no certificate (PEM)`)
  const secret = parsed(
    () => createPrivateKey(key),
    `${keyName} holds no private key (PEM, without a passphrase)`,
  )
  if (!leaf.checkPrivateKey(secret)) throw new EnvironmentError(`${keyName} does not belong to ${certName}`)
}

/** Says in the log and in the metrics until when the certificate can be used. */
export const watchCertificate = (
  { cert }: Certificate,
  { log, metrics, now }: { log: DoorLog; metrics: Registry; now: number },
): void => {
  const { validFromDate: from, validToDate } = new X509Certificate(cert)
  const until = validToDate.getTime()
  new Gauge({
    name: 'sunkeeper_certificate_not_after_seconds',
    help: 'Until when the certificate of HTTP and MQTT is valid, as a Unix time',
    registers: [metrics],
  }).set(Math.floor(until / 1000))
  if (from.getTime() > now)
    log.error({ from }, 'the certificate is not valid yet: the clock is behind, or nobody can connect by TLS')
  else if (until < now)
    log.error({ until: new Date(until) }, 'the certificate has expired: nobody can connect by TLS')
  else if (until < now + SOON_DAYS * DAY_MS)
    log.warn({ until: new Date(until) }, 'the certificate expires soon')
}
