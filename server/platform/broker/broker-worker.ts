// The broker's own thread: a fleet that misbehaves costs this thread's time and memory, not the server's.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { parentPort, workerData } from 'node:worker_threads'
import { parseTopic } from '#contract/mqtt/topics.ts'
import type { FromWorker, Outcome, Published, ToWorker, WorkerOptions } from './broker-messages.ts'
import { createGatewayBroker } from './gateway-broker.ts'
import { PacketGate } from './packet-gate.ts'
import { pauseAfter, portionOf } from './portions.ts'
import { createSharedBudget, PLACES_MOST } from './shared-budget.ts'

const port = parentPort
if (port === null) throw new Error('broker-worker.ts runs in a worker thread')
const options = workerData as WorkerOptions

/** A port that is taken gives way to the next free one, so far up. */
const portAttempts = 20
const patienceMs = 5000
const tcpKeepAliveMs = 60_000

const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

let lastId = 0
const logins = new Map<number, (result: 'yes' | 'no' | 'unavailable') => void>()
const messages = new Map<number, (outcome: Outcome) => void>()
// A quarter is open to all; the rest to gateways that have nothing in flight.
const places = options.sharedInFlight * PLACES_MOST
const budget = createSharedBudget(Math.ceil(places / 4), places)

function settle(id: number, outcome: Outcome): void {
  messages.get(id)?.(outcome)
  messages.delete(id)
}

let nextPortionAt = 0
let gathered: Published[] = []
function sayPublished(): void {
  const portion = portionOf(gathered)
  nextPortionAt = performance.now() + pauseAfter(gathered.length, portion.payloads.length)
  gathered = []
  say({ kind: 'published', portion }, [portion.payloads.buffer, portion.numbers.buffer])
}

function sayPublishedSoon(): void {
  const wait = nextPortionAt - performance.now()
  if (wait > 0) setTimeout(sayPublished, wait)
  else setImmediate(sayPublished)
}

const broker = await createGatewayBroker({
  connect: options.connect,
  connectTimeoutMs: options.connectTimeoutMs,
  now: Date.now,
  log: (level, message, fields) => say({ kind: 'log', level, message, fields }),
  refusedTo: (gateway, reason, count) => say({ kind: 'refused-to', gateway, reason, count }),
  authenticate: (gateway, secret) =>
    new Promise((resolve) => {
      lastId += 1
      logins.set(lastId, resolve)
      say({ kind: 'authenticate', id: lastId, gateway, secret })
    }),
  publish: (gateway, channel, payload, done) => {
    lastId += 1
    messages.set(lastId, done)
    if (gathered.length === 0) sayPublishedSoon()
    gathered.push({ id: lastId, gateway, channel, payload })
  },
})

function accept(socket: Socket): void {
  socket.setNoDelay(true)
  socket.setKeepAlive(true, tcpKeepAliveMs)
  broker.handle(new PacketGate(socket, { limits: options.gate, budget, now: Date.now }))
}

async function listen(server: Server, host: string, wanted: number): Promise<number> {
  server.maxConnections = options.maxConnections
  const attempts = wanted === 0 ? 1 : portAttempts
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve)
      server.listen({ host, port: wanted + attempt }, () => {
        server.off('error', resolve)
        resolve(null)
      })
    })
    if (failure === null) return (server.address() as AddressInfo).port
    if (failure.code !== 'EADDRINUSE') throw failure
  }
  throw new Error(`ports ${wanted} to ${wanted + attempts - 1} are all taken`)
}

const onServerError = (error: Error) =>
  say({ kind: 'log', level: 'warn', message: 'MQTT interface', fields: { message: error.message } })

const plain = createServer({ pauseOnConnect: true }, accept)
const secure =
  options.tls === null
    ? null
    : createTlsServer(
        { cert: options.tls.cert, key: options.tls.key, minVersion: 'TLSv1.2', handshakeTimeout: 10_000 },
        accept,
      )

async function answer(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'authenticated':
      logins.get(message.id)?.(message.result)
      logins.delete(message.id)
      return
    case 'handled':
      for (const id of message.ok) settle(id, 'ok')
      for (const { id, outcome } of message.others) settle(id, outcome)
      return
    case 'send': {
      const gateway = parseTopic(message.topic)?.gateway ?? ''
      say({ kind: 'answer', id: message.id, value: await broker.send(gateway, message) })
      return
    }
    case 'disconnect':
      broker.disconnect(message.gateway)
      say({ kind: 'answer', id: message.id, value: null })
      return
    case 'stats':
      say({ kind: 'answer', id: message.id, value: broker.stats() })
      return
    case 'close':
      plain.close()
      secure?.close()
      await broker.close(patienceMs)
      say({ kind: 'answer', id: message.id, value: null })
      port?.close()
  }
}

// What one message fails of must not end this thread, and with it every gateway's connection.
port.on('message', (message: ToWorker) => {
  answer(message).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    say({
      kind: 'log',
      level: 'warn',
      message: 'the MQTT broker could not',
      fields: { kind: message.kind, why },
    })
    if ('id' in message) say({ kind: 'refused', id: message.id, message: why })
  })
})

try {
  const plainPort = await listen(plain, options.plain.host, options.plain.port)
  const tlsPort = secure && options.tls ? await listen(secure, options.tls.host, options.tls.port) : null
  plain.on('error', onServerError)
  secure?.on('error', onServerError)
  say({ kind: 'listening', port: plainPort, tlsPort })
} catch (error) {
  say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
