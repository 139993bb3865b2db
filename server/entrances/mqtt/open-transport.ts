import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { findSecretHash } from '../../features/devices/device-store.ts'
import { type Environment, EnvironmentError } from '../../env.ts'
import type { Context } from '../../context.ts'
import { createBroker } from '../../platform/broker/broker.ts'
import { createGatewayLogin } from '../../platform/broker/credentials.ts'
import type { DropNotes } from '../../features/devices/drop-notes.ts'
import type { Receive } from '../../platform/broker/transport.ts'
import { createLoginsInForce } from './logins-in-force.ts'
import { gatewaysElsewhere } from './elsewhere.ts'
import { openCluster } from './open-cluster.ts'
import type { OpenTransport } from './opened-transport.ts'
import { reachableHost } from './reachable-host.ts'
import { roleNames } from '../../role-names.ts'

export type Opening = {
  env: Environment
  context: Context
  /** Takes what gateways say; null where other servers do. */
  receive: Receive | null
  /** For the page of a gateway: what it was refused at the door. */
  dropped?: DropNotes['note']
  tls: { cert: string; key: string } | null
}

/**
 * The transport that gateways come through: the built-in broker, the one that MQTT_URL names, or the cluster that is
 * spoken to by AMQP_URL.
 */
export const openTransport = async (opening: Opening): Promise<OpenTransport> => {
  const { mqttUrl, cluster } = opening.env
  if (mqttUrl === null) return openBuiltIn(opening)
  await checkAuthority(opening.env)
  if (cluster === null) {
    // A client of MQTT, of which a server with the built-in broker loads nothing.
    const { openOther } = await import('./open-other.ts')
    return openOther({ ...opening, clientId: instanceName(opening.env) }, mqttUrl)
  }
  const { env, context, receive, tls } = opening
  const given = { context, receive, tls, caFile: env.mqttCa, name: instanceName(env) }
  return openCluster(given, cluster, mqttUrl)
}

const checkAuthority = async ({ mqttCa }: Environment): Promise<void> => {
  if (mqttCa === null) return
  await readFile(mqttCa).catch((error: Error) => {
    throw new EnvironmentError(`MQTT_CA cannot be read: ${error.message}`)
  })
}

/** So long an ended login may go on at most where the word of another server was lost. */
const COMPARE_MS = 60_000

const openBuiltIn = async ({ env, context, receive, dropped, tls }: Opening): Promise<OpenTransport> => {
  if (receive === null) return gatewaysElsewhere(env, context, tls !== null)
  const inForce = createLoginsInForce(context.db)
  const stored = findSecretHash(context.db)
  const login = createGatewayLogin(stored, undefined, inForce.note)
  const broker = await createBroker({
    port: env.mqttPort,
    host: env.mqttHost,
    ...(tls === null ? {} : { tls: { port: env.mqttsPort ?? 8883, host: env.host, ...tls } }),
    authenticate: login,
    receive,
    refusedTo: (gateway, reason, count) =>
      dropped?.(gateway, { channel: 'door', reason, count, at: context.clock() }),
    now: context.clock,
    log: context.log,
  }).catch((error: Error) => {
    throw new EnvironmentError(`MQTT_HOST, MQTT_PORT or MQTTS_PORT cannot be listened on: ${error.message}`)
  })
  const secure = broker.tlsPort !== null
  return {
    transport: broker,
    address: {
      host: reachableHost(env, secure ? env.host : env.mqttHost),
      port: broker.tlsPort ?? broker.port,
      tls: secure,
    },
    mqttPort: broker.port,
    // It asks the database at each login: there is nobody else to tell.
    logins: { ready: async () => {}, give: async () => {}, follow: async () => {} },
    reachable: () => true,
    reconcile: () => inForce.compare(broker.disconnect),
    reconcileMs: COMPARE_MS,
  }
}

/** The same at every start on this machine, and another one for each installation on it. */
export const instanceName = ({ dataDir, roles, port }: Environment): string => {
  // Servers with a part of the roles may share a folder on one machine.
  const own = roles.length === roleNames.length ? dataDir : [dataDir, ...roles, port].join(' ')
  return `sunkeeper-${hostname()}-${createHash('sha256').update(own).digest('hex').slice(0, 8)}`
}
