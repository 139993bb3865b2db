import { MqttClient } from 'mqtt'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { DeviceError } from '../engine/device-error.ts'
import type { DeviceReport } from '../engine/reading.ts'
import type { TopicReader } from '../engine/topics/topic-reader.ts'

export type MqttTopicsOptions = {
  host: string
  port: number
  /** Without a slash at its ends; '' = all topics. */
  topic: string
  login: { username: string; password: string } | null
  /** Epoch ms. */
  now: () => number
  /** The first of them that knows something speaks. */
  readers: readonly TopicReader[]
  /** How long the first message of a device is waited for, ms. */
  timeoutMs?: number
  /** How long the rest is waited for once something has come, by readers that know of a rest, ms. */
  restMs?: number
  /** How long nothing may come before what came counts as whole, ms. */
  quietMs?: number
}

/** No source: chosen; OpenDTU publishes every 5 s and AhoyDTU every 15 s by themselves. */
const defaults = { timeoutMs: 20_000, restMs: 10_000, quietMs: 300 }
/** What a message may have, bytes: the line of all barcodes of a site is the longest. No source: chosen. */
const MOST_BYTES = 100_000
/** What a broker may send without ending a packet, bytes: the library would wait for whatever length it was told. */
const MOST_WITHOUT_END = 1_000_000
/** How often is looked whether it is quiet, ms, and how often at most before what came is taken as it is. */
const [LOOK_MS, MOST_LOOKS] = [50, 40]
/** Codes of a refused login. Source: MQTT 3.1.1. */
const REFUSED = [4, 5]

/**
 * What is published below a topic of a broker: subscribed with the first read, and from then on told as it stands. Retained
 * messages come at once, others when somebody publishes them.
 */
export class MqttTopics {
  readonly #options: Required<MqttTopicsOptions>
  #client: MqttClient | null = null
  #trouble: DeviceError | null = null
  #messages = 0
  /** Of the first reading, on a clock that goes on evenly. */
  #restUntil: number | null = null

  constructor(options: MqttTopicsOptions) {
    this.#options = { ...defaults, ...options }
  }

  async read(): Promise<DeviceReport> {
    this.#client ??= await this.#open()
    const { readers, timeoutMs, restMs } = this.#options
    const until = performance.now() + timeoutMs
    for (;;) {
      if (this.#trouble !== null) throw this.#end(this.#trouble)
      await this.#quiet()
      // What does not come with the first is not waited for again.
      const isResting =
        this.#messages > 0 && performance.now() < (this.#restUntil ??= performance.now() + restMs)
      const report = isResting && readers.some((reader) => reader.waits?.() === true) ? null : this.#report()
      if (report !== null) return report
      if (performance.now() >= until) throw this.#silence()
      await pause(LOOK_MS)
    }
  }

  close(): void {
    this.#client?.end(true)
    this.#client = null
    this.#trouble = null
    this.#restUntil = null
    this.#messages = 0
  }

  #report(): DeviceReport | null {
    for (const reader of this.#options.readers) {
      const report = reader.report()
      if (report !== null) return report
    }
    return null
  }

  #silence(): DeviceError {
    const { readers, topic } = this.#options
    for (const reader of readers) {
      const why = reader.silence?.() ?? null
      if (why !== null) return why
    }
    return new DeviceError(
      'timeout',
      `${this.#where()}: nothing that is known here was published below "${topic}", in ${this.#messages} messages.`,
    )
  }

  /** Values of one hearing come in many messages. */
  async #quiet(): Promise<void> {
    for (let looked = 0; looked < MOST_LOOKS; looked += 1) {
      const before = this.#messages
      await pause(this.#options.quietMs)
      if (this.#messages === before || this.#trouble !== null) return
    }
  }

  async #open(): Promise<MqttClient> {
    const { host, port, topic, login, timeoutMs } = this.#options
    this.#trouble = null
    const socket = connect({ host, port })
    let unended = 0
    socket.on('data', (bytes: Buffer) => {
      unended += bytes.length
      if (unended <= MOST_WITHOUT_END) return
      this.#trouble ??= new DeviceError('garbled', `${this.#where()} sends a packet without an end.`)
      socket.destroy()
    })
    const client = new MqttClient(() => socket, {
      reconnectPeriod: 0,
      connectTimeout: timeoutMs,
      ...login,
    })
    client.on('packetreceive', () => {
      unended = 0
    })
    client.on('message', (name, payload, { retain }) => this.#take(name, payload, retain))
    const failed = new Promise<never>((_, reject) => {
      client.on('error', (error) => reject(this.#said(error)))
      client.on('close', () => {
        this.#trouble ??= new DeviceError('closed', `${this.#where()} closed the connection.`)
        reject(this.#trouble)
      })
    })
    // It may end while nobody asks.
    failed.catch(() => undefined)
    try {
      await Promise.race([new Promise<void>((resolve) => client.once('connect', () => resolve())), failed])
      const granted = await Promise.race([
        client.subscribeAsync(topic === '' ? ['#'] : [topic, `${topic}/#`], { qos: 0 }),
        failed,
      ])
      if (granted.some(({ qos }) => qos === 128))
        throw new DeviceError('login', `${this.#where()} does not let this login read "${topic}".`)
      return client
    } catch (error) {
      client.end(true)
      throw error instanceof DeviceError ? error : this.#said(error)
    }
  }

  #take(name: string, payload: Buffer, isRetained: boolean): void {
    this.#messages += 1
    const { topic, readers, now } = this.#options
    const isBelow = topic === '' || name === topic || name.startsWith(`${topic}/`)
    if (payload.length > MOST_BYTES || !isBelow) return
    const text = payload.toString('utf8')
    const arrival = { at: now(), isRetained, whole: name }
    const below = topic === '' ? name : name.slice(topic.length + 1)
    for (const reader of readers) reader.take(below, text, arrival)
  }

  #said(error: unknown): DeviceError {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (typeof code === 'number' && REFUSED.includes(code))
      return new DeviceError('login', `${this.#where()} wants a name and a password, or other ones.`)
    if (code === 'ECONNREFUSED')
      return new DeviceError(
        'refused',
        `${this.#where()} refuses the connection: is this the broker, and the port right?`,
      )
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return new DeviceError('unreachable', `${this.#where()} is not known: is the name right?`)
    if (code === 'ECONNRESET' || code === 'EPIPE')
      return new DeviceError('closed', `${this.#where()} closed the connection.`)
    if (error instanceof Error && /timeout/i.test(error.message))
      return new DeviceError('timeout', `${this.#where()} does not answer in time.`)
    return new DeviceError('garbled', `${this.#where()} answers something that is no MQTT.`)
  }

  #end(trouble: DeviceError): DeviceError {
    this.close()
    return trouble
  }

  #where(): string {
    const { host, port } = this.#options
    return `${host}:${port}`
  }
}
