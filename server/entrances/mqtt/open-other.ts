import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayLogins } from '../../context.ts'
import { createBrokerControl } from '../../platform/broker/broker-control.ts'
import { connectToBroker } from '../../platform/broker/client-transport.ts'
import { refuse } from '../../platform/refusal.ts'
import { type BrokerLogins, createBrokerLogins } from './broker-logins.ts'
import type { OpenTransport } from './opened-transport.ts'
import type { Opening } from './open-transport.ts'

/** Logins at another broker are compared so often. */
const RECONCILE_MS = 300_000
/** A start waits so long for another broker, then goes on without it. */
const PATIENCE_MS = 5_000

/** `clientId`: of this server at that broker. */
export const openOther = async (
  { env, context, receive, clientId }: Opening & { clientId: string },
  mqttUrl: string,
): Promise<OpenTransport> => {
  const { log } = context
  const url = new URL(mqttUrl)
  const secure = url.protocol === 'mqtts:' || url.protocol === 'wss:'
  const address = { url: mqttUrl, caFile: env.mqttCa }
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
