import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { EdgeSettings } from '../context.ts'
import { instanceName } from '../entrances/mqtt/open-transport.ts'
import type { OpenTransport } from '../entrances/mqtt/opened-transport.ts'
import { keepEdgeProgram } from '../features/edges/edge-program.ts'
import type { Environment } from '../env.ts'
import { createNotice } from '../platform/notice.ts'
import { readCertificate } from './certificate.ts'

/** A certificate that is its own authority is trusted by nobody until they are told of it. */
const ownAuthority = (cert: string): string | null => {
  const leaf = new X509Certificate(cert)
  return leaf.issuer === leaf.subject ? cert : null
}

/** What edges have to know of this server. @throws EnvironmentError as `readCertificate` */
export const edgeSettings = async (
  env: Environment,
  opened: () => Pick<OpenTransport, 'mqttPort'>,
): Promise<EdgeSettings> => {
  const tls = await readCertificate(env)
  const authority = tls === null ? null : (tls.authority ?? ownAuthority(tls.cert))
  const anywhere = env.mqttHost === '0.0.0.0' || env.mqttHost === '::'
  return {
    secure: tls !== null || env.publicUrl?.startsWith('https:') === true,
    publicOrigin: env.publicUrl,
    authority,
    brokerAuthority:
      env.mqttUrl === null
        ? authority
        : env.mqttCa === null
          ? null
          : await readFile(env.mqttCa, 'utf8').catch(() => null), // said where the broker is opened
    localBroker: () => {
      const port = opened().mqttPort
      return port === null ? null : { host: anywhere ? '127.0.0.1' : env.mqttHost, port }
    },
    program: keepEdgeProgram(),
    builtIn: env.edge ? instanceName(env) : null,
    builtInChanged: createNotice<void>(),
  }
}
