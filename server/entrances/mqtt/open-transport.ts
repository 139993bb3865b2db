import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { secretHashOf } from '../../features/devices/device-store.ts'
import { type Environment, EnvironmentError } from '../../env.ts'
import type { GatewayLogins, Context } from '../../context.ts'
import type { BrokerLogins } from './broker-logins.ts'
import { createBroker } from '../../platform/broker/broker.ts'
import { createBrokerControl } from '../../platform/broker/broker-control.ts'
import { createBrokerLogins } from './broker-logins.ts'
import { connectToBroker } from '../../platform/broker/client-transport.ts'
import { createGatewayLogin } from '../../platform/broker/credentials.ts'
import type { DropNotes } from '../../features/devices/drop-notes.ts'
import type { Receive } from '../../platform/broker/transport.ts'
import { createLoginsInForce } from './logins-in-force.ts'
import { gatewaysElsewhere } from './elsewhere.ts'
import { openCluster } from './open-cluster.ts'
import type { OpenTransport } from './opened-transport.ts'
import { reachableHost } from './reachable-host.ts'
import { roleNames } from '../../role-names.ts'
import { refuse } from '../../platform/refusal.ts'

type Opening = {
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
  if (cluster === null) return openOther(opening, mqttUrl)
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
  const stored = async (gateway: string): Promise<string | null> => secretHashOf(context.db, gateway)
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

/** Logins at another broker are compared so often. */
const RECONCILE_MS = 300_000
/** A start waits so long for another broker, then goes on without it. */
const PATIENCE_MS = 5_000

const openOther = async ({ env, context, receive }: Opening, mqttUrl: string): Promise<OpenTransport> => {
  const { log } = context
  const url = new URL(mqttUrl)
  const secure = url.protocol === 'mqtts:' || url.protocol === 'wss:'
  const address = { url: mqttUrl, caFile: env.mqttCa }
  const clientId = instanceName(env)
  const logins = createBrokerLogins({
    db: context.db,
    log,
    metrics: context.metrics,
    control: createBrokerControl({ ...address, clientId }),
    username: decodeURIComponent(url.username),
  })
  const reconcile = async (): Promise<void> => {
    if (transport.reachable()) await logins.reconcile()
  }
  // Before the first connection, which a change of our own rights there would end.
  await logins
    .prepare()
    .catch((error: Error) => log.warn({ reason: error.message }, 'the MQTT broker is not ready'))
  const { promise: listening, resolve: listens } = Promise.withResolvers<void>()
  const transport = connectToBroker({
    ...address,
    clientId,
    shareTelemetry: env.mqttShare,
    receive,
    now: context.clock,
    log,
    prepare: logins.prepare,
    connected: () => {
      listens()
      void reconcile().catch((error: unknown) =>
        log.warn({ err: error }, 'logins at the MQTT broker could not be compared'),
      )
    },
  })
  await Promise.race([listening, pause(PATIENCE_MS, undefined, { ref: false })])
  return {
    // Whoever ends a gateway's connections has changed what is stored about it: the broker follows.
    transport: { ...transport, disconnect: (gateway) => logins.follow(gateway) },
    address: { host: url.hostname, port: Number(url.port) || (secure ? 8883 : 1883), tls: secure },
    mqttPort: null,
    logins: pushed(logins, transport.reachable),
    reachable: transport.reachable,
    reconcile,
    reconcileMs: RECONCILE_MS,
  }
}

const pushed = (logins: BrokerLogins, reachable: () => boolean): GatewayLogins => ({
  ready: async () => {
    if (!reachable()) refuse('unavailable')
  },
  give: logins.give,
  follow: logins.follow,
})

/** The same at every start on this machine, and another one for each installation on it. */
export const instanceName = ({ dataDir, roles, port }: Environment): string => {
  // Servers with a part of the roles may share a folder on one machine.
  const own = roles.length === roleNames.length ? dataDir : [dataDir, ...roles, port].join(' ')
  return `sunkeeper-${hostname()}-${createHash('sha256').update(own).digest('hex').slice(0, 8)}`
}
