import { setTimeout as pause } from 'node:timers/promises'
import { Gauge } from 'prom-client'
import type { Context } from '../../context.ts'
import { EnvironmentError } from '../../env.ts'
import { findSecretHash } from '../../features/devices/device-store.ts'
import { allQueues } from '../../platform/broker/amqp-topics.ts'
import { asksFromOutside, type Cluster } from '../../env-cluster.ts'
import { connectToCluster } from '../../platform/broker/cluster-transport.ts'
import { createGatewayLogin } from '../../platform/broker/credentials.ts'
import { createRabbitApi, type RabbitApi } from '../../platform/broker/rabbit-api.ts'
import type { Receive } from '../../platform/broker/transport.ts'
import { listenToBroker } from './broker-asks.ts'
import { createLoginsInForce } from './logins-in-force.ts'
import type { OpenTransport } from './opened-transport.ts'

/** So long an ended login may go on at most where the word of another server was lost. */
const COMPARE_MS = 60_000
/** A start waits so long for the cluster, then goes on without it. */
const PATIENCE_MS = 5_000
/** The cluster's pages may not know of a connection yet, and it may remember an answer for 15 seconds: all are ended once more. */
const ONCE_MORE_MS = 20_000

type Opening = {
  context: Context
  receive: Receive | null
  tls: { cert: string; key: string } | null
  caFile: string | null
  /** This server's name among all. */
  name: string
}

/** A cluster of RabbitMQ: gateways speak MQTT to it, servers AMQP, and it asks us who may log in and where to. */
export const openCluster = async (
  { context, receive, tls, caFile, name }: Opening,
  cluster: Cluster,
  mqttUrl: string,
): Promise<OpenTransport> => {
  const { db, log, clock } = context
  const api = cluster.api === null ? null : createRabbitApi(cluster.api, caFile)
  const ends = createEnds(api, log)
  const inForce = createLoginsInForce(db)
  const { promise: listening, resolve: listens } = Promise.withResolvers<void>()
  const transport = connectToCluster({
    address: cluster.amqp,
    caFile,
    name,
    receive,
    now: clock,
    log,
    connected: listens,
  })
  const stored = findSecretHash(db)
  const asks = receive === null ? null : cluster.asks
  if (asks === null && receive !== null)
    log.warn(
      {},
      'BROKER_AUTH_SECRET is not set: keep logins of gateways and their access at the broker by hand',
    )
  const listener =
    asks === null
      ? null
      : await listen(asks).catch(async (error: Error) => {
          await transport.close()
          throw new EnvironmentError(
            `BROKER_AUTH_HOST and BROKER_AUTH_PORT cannot be listened on: ${error.message}`,
          )
        })

  async function listen({ host, port, secret }: NonNullable<Cluster['asks']>) {
    if (asksFromOutside(cluster) && tls === null && !cluster.plainAllowed)
      throw new Error('outside this machine it needs a certificate (TLS_CERT), or ALLOW_PLAIN_MQTT=yes')
    return listenToBroker(
      {
        vhosts: cluster.amqp.vhosts,
        secret,
        ready: transport.declared,
        login: createGatewayLogin(stored, undefined, inForce.note),
        known: async (gateway) => (await stored(gateway)) !== null,
        now: clock,
        log,
        metrics: context.metrics,
      },
      { host, port, tls: asksFromOutside(cluster) ? tls : null },
    )
  }

  const spread = watchSpread(api, cluster.amqp.vhosts, context)
  await Promise.race([listening, pause(PATIENCE_MS, undefined, { ref: false })])
  const { hostname, port, protocol } = new URL(mqttUrl)
  const secure = protocol === 'mqtts:' || protocol === 'wss:'
  return {
    transport: {
      ...transport,
      disconnect: ends.end,
      close: async () => {
        ends.stop()
        await listener?.close()
        await transport.close()
      },
    },
    address: { host: hostname, port: Number(port) || (secure ? 8883 : 1883), tls: secure },
    mqttPort: null,
    // It asks at each login: there is nothing to keep in step.
    logins: { ready: async () => {}, give: async () => {}, follow: ends.end },
    reachable: transport.reachable,
    reconcile: async () => {
      await ends.again()
      await inForce.compare(ends.end)
      await spread()
    },
    reconcileMs: COMPARE_MS,
  }
}

/** Ends connections through the management API; what could not be ended is tried again. */
const createEnds = (api: RabbitApi | null, log: Context['log']) => {
  const open = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const now = async (gateway: string): Promise<void> => {
    if (api === null) return
    try {
      const count = await api.endConnections(gateway)
      open.delete(gateway)
      if (count > 0) log.info({ gateway, count }, 'connections at the broker ended')
    } catch (error) {
      open.add(gateway)
      log.warn({ gateway, err: error }, 'connections at the broker could not be ended')
    }
  }
  return {
    end: async (gateway: string): Promise<void> => {
      if (api === null) {
        log.warn({ gateway }, 'AMQP_API_URL is not set: an open connection at the broker lives on')
        return
      }
      await now(gateway)
      const timer = setTimeout(() => {
        timers.delete(timer)
        void now(gateway)
      }, ONCE_MORE_MS)
      timer.unref()
      timers.add(timer)
    },
    again: async (): Promise<void> => {
      for (const gateway of open) await now(gateway)
    },
    stop: (): void => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Says when a queue lies on fewer nodes than it could: made before the cluster was whole, it stays so by itself. */
const watchSpread = (
  api: RabbitApi | null,
  vhosts: readonly string[],
  { log, metrics }: Context,
): (() => Promise<void>) => {
  if (api === null) return async () => {}
  const fewest = new Gauge({
    name: 'sunkeeper_broker_queue_members',
    help: 'On how many nodes of the broker the least spread queue lies',
    registers: [metrics],
  })
  let said: number | null = null
  return async () => {
    const nodes = await api.nodes()
    const queues = vhosts.flatMap((vhost) => allQueues.map((queue) => ({ vhost, queue })))
    const counts = await Promise.all(queues.map(({ vhost, queue }) => api.members(vhost, queue)))
    const least = Math.min(...counts)
    fewest.set(least)
    if (least < Math.min(3, nodes) && least !== said)
      log.warn({ least, nodes }, 'queues lie on too few nodes of the broker: rabbitmq-queues grow NODE all')
    said = least
  }
}
