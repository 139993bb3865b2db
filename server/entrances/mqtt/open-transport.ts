import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { secretHashOf } from '../../features/devices/device-store.ts'
import { type Environment, EnvironmentError } from '../../env.ts'
import type { DeviceAddress, GatewayLogins, Context } from '../../context.ts'
import type { BrokerLogins } from './broker-logins.ts'
import { createBroker } from '../../platform/broker/broker.ts'
import { createBrokerControl } from '../../platform/broker/broker-control.ts'
import { createBrokerLogins } from './broker-logins.ts'
import { connectToBroker } from '../../platform/broker/client-transport.ts'
import { createGatewayLogin } from '../../platform/broker/credentials.ts'
import type { DeviceTransport, Receive } from '../../platform/broker/transport.ts'
import { refuse } from '../../platform/refusal.ts'

export type OpenTransport = {
  transport: DeviceTransport
  address: DeviceAddress
  /** The built-in broker's port; null with another one. */
  mqttPort: number | null
  logins: GatewayLogins
  /** Whether gateways can be spoken to at all. */
  reachable: () => boolean
  /** To be done again and again: what a broken connection kept from the broker. null without another broker. */
  reconcile: (() => Promise<void>) | null
}

type Opening = {
  env: Environment
  context: Context
  receive: Receive
  tls: { cert: string; key: string } | null
}

/** The door that gateways come through: the built-in broker, or the one that MQTT_URL names. */
export const openTransport = (opening: Opening): Promise<OpenTransport> => {
  const { mqttUrl } = opening.env
  return mqttUrl === null ? openBuiltIn(opening) : openOther(opening, mqttUrl)
}

const openBuiltIn = async ({ env, context, receive, tls }: Opening): Promise<OpenTransport> => {
  const broker = await createBroker({
    port: env.mqttPort,
    host: env.mqttHost,
    ...(tls === null ? {} : { tls: { port: env.mqttsPort ?? 8883, host: env.host, ...tls } }),
    authenticate: createGatewayLogin((gateway) => secretHashOf(context.db, gateway)),
    receive,
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
    reconcile: null,
  }
}

/** A start waits so long for another broker, then goes on without it. */
const PATIENCE_MS = 5_000

const openOther = async ({ env, context, receive }: Opening, mqttUrl: string): Promise<OpenTransport> => {
  const { log } = context
  const url = new URL(mqttUrl)
  if (env.mqttCa !== null)
    await readFile(env.mqttCa).catch((error: Error) => {
      throw new EnvironmentError(`MQTT_CA cannot be read: ${error.message}`)
    })
  const secure = url.protocol === 'mqtts:' || url.protocol === 'wss:'
  const address = { url: mqttUrl, caFile: env.mqttCa }
  const clientId = instanceName(env.dataDir)
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
const instanceName = (dataDir: string): string =>
  `sunkeeper-${hostname()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`

/** The name that a gateway can use: what is bound to, else the public name, else this machine's first address. */
const reachableHost = ({ publicUrl }: Environment, boundTo: string): string => {
  if (boundTo !== '0.0.0.0' && boundTo !== '::') return boundTo
  if (publicUrl !== null) return new URL(publicUrl).hostname
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
