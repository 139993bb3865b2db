import { createHash, timingSafeEqual } from 'node:crypto'
import {
  createServer as createPlain,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecure } from 'node:https'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type Arrivals, createArrivals } from '../../platform/broker/arrivals.ts'
import { ConnectLimits, type ConnectLimitOptions } from '../../platform/broker/connect-limits.ts'
import { checkLogin, LoginRefused, readLogin } from '../../platform/broker/gateway-login.ts'
import { mayUseResource, mayUseTopic } from '../../platform/broker/rabbit-answers.ts'
import type { DoorLog } from '../../platform/broker/transport.ts'
import { createLogThrottle } from '../../platform/log-throttle.ts'

/**
 * The broker's nodes are the addresses here, each for all its gateways: so many wrong logins at once, and so many a
 * second, before unknown ones are not looked up any more. A connection asks for its login twice.
 */
const limitsOfNodes: ConnectLimitOptions = {
  failureBurst: 1_000,
  failuresPerSecond: 50,
  loginBurst: 120,
  loginsPerSecond: 2,
  banMs: 60_000,
}
/** What the broker asks fits many times over. */
const mostBytes = 4_096

export type BrokerAsks = {
  /** The virtual hosts of this installation at the broker. */
  vhosts: readonly string[]
  /** In the address: whoever does not know it learns nothing. */
  secret: string
  /** Whether gateways may come at all: what they say has to find a queue. */
  ready: (vhost: string) => boolean
  /** Compares with what is stored. @throws when that cannot be asked */
  login: (gateway: string, secret: string) => Promise<boolean>
  /** Whether such a gateway is in force. @throws as above */
  known: (gateway: string) => Promise<boolean>
  now: () => number
  log: DoorLog
  metrics: Registry
  limits?: ConnectLimitOptions
}

/** One question of RabbitMQ's HTTP backend: what it is about, its form, and the node that asks. */
export type Question = { about: string; form: URLSearchParams; address: string }

/** Answers RabbitMQ's HTTP backend: `allow` or `deny`, in doubt `deny`. `arrivals`: who is let in when many come at once. */
export const createAnswers = (asks: BrokerAsks, arrivals: Arrivals) => {
  const limits = new ConnectLimits(asks.limits ?? limitsOfNodes)
  const throttle = createLogThrottle()
  const refused = new Counter({
    name: 'sunkeeper_broker_asks_refused_total',
    help: 'What the broker asked for a gateway and was refused',
    labelNames: ['about', 'reason'],
    registers: [asks.metrics],
  })
  const waiting: Gauge = new Gauge({
    name: 'sunkeeper_broker_logins_waiting',
    help: 'Gateways whose login at the broker waits until those before them are done',
    registers: [asks.metrics],
    collect: () => {
      waiting.set(arrivals.waiting())
    },
  })

  const judge = async ({ about, form, address }: Question): Promise<string | null> => {
    const say = (name: string): string => form.get(name) ?? ''
    const username = say('username')
    const vhost = say('vhost')
    if (!asks.vhosts.includes(vhost)) return 'vhost'
    if (about === 'user') {
      if (!asks.ready(vhost)) return 'not_ready'
      // Only MQTT has a client id: none of these logins opens another door of the broker.
      const request = readLogin({ clientId: say('client_id'), username })
      const authenticate = async (gateway: string, secret: string) =>
        (await asks.login(gateway, secret)) ? ('yes' as const) : ('no' as const)
      const gateway = await checkLogin(
        request,
        Buffer.from(say('password')),
        { address, now: asks.now, limits },
        authenticate,
      )
      const letIn = await arrivals.come(gateway)
      if (letIn === 'not') return 'login_unavailable'
      // It may have been revoked meanwhile.
      if (letIn === 'after_waiting' && !(await asks.login(gateway, say('password')))) {
        arrivals.arrived(gateway)
        return 'credentials'
      }
      return null
    }
    const asked = { username, resource: say('resource'), name: say('name'), permission: say('permission') }
    if (about === 'vhost') return (await asks.known(username)) ? null : 'credentials'
    if (about === 'resource') return mayUseResource(asked) ? null : 'resource'
    if (about !== 'topic') return 'question'
    const topic = {
      ...asked,
      routingKey: say('routing_key'),
      clientId: say('variable_map.client_id'),
    }
    if (!mayUseTopic(topic)) return asked.permission === 'read' ? 'subscribe' : 'publish_topic'
    if (asked.permission === 'write') arrivals.arrived(username)
    return null
  }

  return async (question: Question): Promise<'allow' | 'deny'> => {
    const reason = await judge(question).catch((error: unknown) => {
      if (error instanceof LoginRefused) return error.reason
      asks.log.warn({ err: error }, 'a login could not be judged')
      return 'login_unavailable'
    })
    if (reason === null) return 'allow'
    const { about, form } = question
    refused.inc({ about: isAbout(about) ? about : 'other', reason })
    const gateway = form.get('username')?.slice(0, 32) ?? null
    const heldBack = throttle.next(`${reason} ${gateway}`, asks.now())
    if (heldBack !== null)
      asks.log.warn(
        { reason, gateway, key: form.get('routing_key')?.slice(0, 128), heldBack },
        'refused at the broker',
      )
    return 'deny'
  }
}

const questions = ['user', 'vhost', 'resource', 'topic'] as const
const isAbout = (text: string): boolean => (questions as readonly string[]).includes(text)

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const bodyOf = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * Listens for the broker's questions at `/SECRET/user`, `/vhost`, `/resource` and `/topic`: an entrance of its own, so
 * that nothing of it can be reached where people come in. Everything else is answered 404, without a word.
 */
export const listenToBroker = async (
  asks: BrokerAsks,
  at: { host: string; port: number; tls: { cert: string; key: string } | null },
): Promise<{ port: number; close: () => Promise<void> }> => {
  const arrivals = createArrivals()
  const answer = createAnswers(asks, arrivals)
  const right = digest(asks.secret)
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, secret = '', about = '', ...more] = (request.url ?? '').split('/')
    if (!timingSafeEqual(digest(secret), right) || more.length > 0 || !isAbout(about)) {
      response.writeHead(404, { connection: 'close' }).end()
      return
    }
    if (request.method !== 'POST') {
      response.writeHead(405, { connection: 'close' }).end()
      return
    }
    const body = await bodyOf(request)
    if (body === null) {
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    const address = request.socket.remoteAddress ?? ''
    const said = await answer({ about, form: new URLSearchParams(body), address })
    response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(said)
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => response.destroy())
  }
  const server: Server =
    at.tls === null ? createPlain(listener) : createSecure({ ...at.tls, minVersion: 'TLSv1.2' }, listener)
  // Longer than the broker keeps a connection for its next question: the end that sends never finds it closed.
  server.keepAliveTimeout = 180_000
  // As long as the broker waits for its answer: one with much to do may take seconds to say its question.
  server.headersTimeout = 60_000
  server.requestTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    close: async () => {
      arrivals.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
