import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type {
  BrokerStats,
  Delivery,
  FromWorker,
  Outcome,
  Published,
  ToWorker,
  WorkerOptions,
} from './broker-messages.ts'
import type { ConnectLimitOptions } from './connect-limits.ts'
import { defaultConnectLimits } from './connect-limits.ts'
import type { DeviceTransport, DoorLog, Receive } from './transport.ts'
import { checkSending } from './transport.ts'
import { isLoopback } from '../loopback.ts'
import type { GateLimits } from './packet-gate.ts'
import { defaultGateLimits } from './packet-gate.ts'
import { messagesOf } from './portions.ts'

export type BrokerOptions = {
  /** Plain MQTT; 0 = any free port, a taken one gives way to the next free one. */
  port: number
  host: string
  /** MQTT over TLS; certificate and key as PEM text. */
  tls?: { port: number; host: string; cert: string; key: string }
  /** Whether this gateway may log in with this secret. A rejection means "cannot tell now": the gateway tries again. */
  authenticate: (gateway: string, secret: string) => Promise<boolean>
  receive: Receive
  /** What a gateway that has logged in was refused: most of it ended its connection. */
  refusedTo?: (gateway: string, reason: string, count: number) => void
  now: () => number
  log: DoorLog
  limits?: {
    gate?: Partial<GateLimits>
    connect?: Partial<ConnectLimitOptions>
    maxConnections?: number
    sharedInFlight?: number
    connectTimeoutMs?: number
  }
}

export type Broker = DeviceTransport & {
  /** The ports in use. */
  readonly port: number
  readonly tlsPort: number | null
}

const restartMs = 1000
/** A worker that needs more than this is ended and started anew; 10,000 idle gateways take about half of it. */
const workerMemoryMb = 1024

/**
 * Outcomes that are said together: what one commit brought, or one turn of the loop. Nearly all are good, and as bare
 * numbers they cost a tenth of what objects do on the way between two threads.
 */
function createReplies(to: Worker) {
  let ok: number[] = []
  let others: { id: number; outcome: Exclude<Outcome, 'ok'> }[] = []
  const say = (): void => {
    const numbers = Float64Array.from(ok)
    to.postMessage({ kind: 'handled', ok: numbers, others } satisfies ToWorker, [numbers.buffer])
    ok = []
    others = []
  }
  return (id: number, outcome: Outcome): void => {
    if (ok.length + others.length === 0) setImmediate(say)
    if (outcome === 'ok') ok.push(id)
    else others.push({ id, outcome })
  }
}

/**
 * Starts the built-in broker in a worker thread and keeps it alive. It asks this thread for each login and each
 * message; a PUBACK leaves only after `receive` has resolved, a rejection ends the connection instead, so that the
 * gateway sends the message again.
 * @throws Error when no port could be opened.
 */
export async function createBroker(options: BrokerOptions): Promise<Broker> {
  const { log, limits = {} } = options
  const workerOptions: WorkerOptions = {
    plain: { host: options.host, port: options.port },
    tls: options.tls ?? null,
    gate: { ...defaultGateLimits, ...limits.gate },
    connect: { ...defaultConnectLimits, ...limits.connect },
    maxConnections: limits.maxConnections ?? 10_000,
    connectTimeoutMs: limits.connectTimeoutMs ?? 10_000,
    sharedInFlight: limits.sharedInFlight ?? 2000,
  }
  if (!isLoopback(options.host)) {
    log.warn({ host: options.host }, 'plain MQTT outside loopback: gateway secrets travel unprotected')
  }

  type Answer = { resolve: (value: Delivery | BrokerStats | null) => void; reject: (error: Error) => void }
  const asked = new Map<number, Answer>()
  let lastId = 0
  let closed = false
  /** null between the death of one and the start of the next: nobody is connected, and nobody would answer. */
  let worker: Worker | null = null

  function ask(message: Exclude<ToWorker, { kind: 'handled' }>): Promise<Delivery | BrokerStats | null> {
    return new Promise((resolve, reject) => {
      if (worker === null) return reject(new Error('the MQTT broker died'))
      asked.set(message.id, { resolve, reject })
      worker.postMessage(message)
      return undefined
    })
  }

  async function outcomeOf({ gateway, channel, payload }: Published): Promise<Outcome> {
    try {
      return await options.receive({ gateway, channel, payload, retained: false, arrivedAt: options.now() })
    } catch (error) {
      log.warn({ gateway, channel, err: error }, 'message not stored and not acknowledged')
      return 'failed'
    }
  }

  async function loginOf(
    message: FromWorker & { kind: 'authenticate' },
  ): Promise<'yes' | 'no' | 'unavailable'> {
    try {
      return (await options.authenticate(message.gateway, message.secret)) ? 'yes' : 'no'
    } catch (error) {
      log.warn({ gateway: message.gateway, err: error }, 'login of a gateway could not be checked')
      return 'unavailable'
    }
  }

  function hearPublished(
    { portion }: FromWorker & { kind: 'published' },
    reply: (id: number, outcome: Outcome) => void,
  ): void {
    for (const message of messagesOf(portion))
      void outcomeOf(message).then((outcome) => reply(message.id, outcome))
  }

  async function hear(
    from: Worker,
    message: FromWorker,
    handled: (id: number, outcome: Outcome) => void,
  ): Promise<void> {
    const reply = (answer: ToWorker) => from.postMessage(answer)
    switch (message.kind) {
      case 'published':
        hearPublished(message, handled)
        return
      case 'authenticate':
        reply({ kind: 'authenticated', id: message.id, result: await loginOf(message) })
        return
      case 'log':
        log[message.level](message.fields, message.message)
        return
      case 'refused-to':
        options.refusedTo?.(message.gateway, message.reason, message.count)
        return
      case 'answer':
        asked.get(message.id)?.resolve(message.value)
        asked.delete(message.id)
        return
      case 'refused':
        asked.get(message.id)?.reject(new Error(message.message))
        asked.delete(message.id)
        return
      case 'listening':
      case 'failed':
    }
  }

  async function start(ports: { plain: number; tls: number | null }) {
    const { plain, tls } = workerOptions
    const started = new Worker(new URL('./broker-worker.ts', import.meta.url), {
      name: 'mqtt-broker',
      workerData: {
        ...workerOptions,
        plain: { ...plain, port: ports.plain },
        tls: tls === null ? null : { ...tls, port: ports.tls ?? tls.port },
      } satisfies WorkerOptions,
      resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
    })
    const handled = createReplies(started)
    started.on('message', (message: FromWorker) => void hear(started, message, handled))
    const first = await new Promise<FromWorker>((resolve, reject) => {
      started.once('error', reject)
      started.on('message', (message: FromWorker) => {
        if (message.kind === 'listening' || message.kind === 'failed') resolve(message)
      })
    })
    if (first.kind !== 'listening') {
      await started.terminate()
      throw new Error(`MQTT broker: ${first.kind === 'failed' ? first.message : 'did not start'}`)
    }
    worker = started
    started.on('error', (error) => log.error({ err: error }, 'the MQTT broker died'))
    started.once('exit', () => {
      worker = null
      for (const { reject } of asked.values()) reject(new Error('the MQTT broker died'))
      asked.clear()
      if (!closed) restart(first)
    })
    return first
  }

  async function startAgain(ports: { port: number; tlsPort: number | null }): Promise<void> {
    if (closed) return
    try {
      await start({ plain: ports.port, tls: ports.tlsPort })
      log.warn({ port: ports.port }, 'the MQTT broker was started again')
      // The server ended meanwhile, and found no worker to end.
      if (closed) await worker?.terminate()
    } catch (error) {
      log.error({ err: error }, 'the MQTT broker could not be started again')
      restart(ports)
    }
  }
  function restart(ports: { port: number; tlsPort: number | null }): void {
    setTimeout(() => void startAgain(ports), restartMs).unref()
  }

  const listening = await start({ plain: options.port, tls: options.tls?.port ?? null })
  if (options.port !== 0 && listening.port !== options.port) {
    log.warn({ wanted: options.port, port: listening.port }, 'MQTT port taken, using the next free one')
  }
  const wantedTls = options.tls?.port ?? 0
  if (wantedTls !== 0 && listening.tlsPort !== wantedTls) {
    log.warn({ wanted: wantedTls, port: listening.tlsPort }, 'MQTTS port taken, using the next free one')
  }

  return {
    port: listening.port,
    tlsPort: listening.tlsPort,
    async send(topic, payload, { qos = 1, retain = false } = {}) {
      checkSending(topic, payload, retain)
      // Settings are sent again at each birth.
      if (worker === null) return 'offline'
      lastId += 1
      const answer = await ask({ kind: 'send', id: lastId, topic, payload, qos, retain })
      return answer as Delivery
    },
    async disconnect(gateway) {
      if (worker === null) return
      lastId += 1
      await ask({ kind: 'disconnect', id: lastId, gateway })
    },
    async stats() {
      lastId += 1
      return (await ask({ kind: 'stats', id: lastId })) as BrokerStats
    },
    async close() {
      if (closed) return
      closed = true
      lastId += 1
      const last = worker
      if (last === null) return
      const gone = once(last, 'exit')
      await ask({ kind: 'close', id: lastId }).catch(() => null)
      await last.terminate()
      await gone
    },
  }
}
