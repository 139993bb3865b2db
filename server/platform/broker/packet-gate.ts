// One state machine: what is let in, what waits, what is answered and what is given back hang on the same few fields.
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { maxMessageBytes, maxTopicBytes } from '#contract/mqtt/topics.ts'
import { placesOf, type SharedBudget } from './shared-budget.ts'
import { packetTypes, readFixedHeader } from './fixed-header.ts'
import { acknowledgementsOf, type PlainPublish, readPlainPublish } from './plain-publish.ts'
import type { LoginRequest } from './gateway-login.ts'
import { TokenBucket } from './token-bucket.ts'

export type GateLimits = {
  /** Longest CONNECT packet, bytes: serial, secret and will. */
  connectBytes: number
  /** Longest PUBLISH packet, bytes. */
  publishBytes: number
  /** Longest packet of any other kind, bytes. */
  otherBytes: number
  /** Messages of one gateway that may wait for their acknowledgement at the same time. */
  inFlight: number
  messagesPerSecond: number
  messageBurst: number
  bytesPerSecond: number
  byteBurst: number
}

export const defaultGateLimits: GateLimits = {
  connectBytes: 4096,
  publishBytes: maxMessageBytes + maxTopicBytes + 16,
  otherBytes: 4096,
  inFlight: 16,
  messagesPerSecond: 200,
  messageBurst: 1000,
  bytesPerSecond: 1_000_000,
  byteBurst: 8_000_000,
}

/** Gives false for what the library has to judge; else `answer` is called once, with whether it may be acknowledged. */
export type TakePlain = (message: PlainPublish, answer: (isSafe: boolean) => void) => boolean

/** Who takes so few bytes of what is written to it is the library's: that ends who takes none for long. */
const MOST_UNSENT_BYTES = 1_024

export class GateError extends Error {
  override name = 'GateError'
  readonly reason: 'packet_too_large' | 'malformed_packet'

  constructor(reason: 'packet_too_large' | 'malformed_packet') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Stands between a socket and the broker library, which has no limit of its own: reads the length of each packet
 * before its body arrives and ends the connection when it is too long, lets a packet through only when whole, and
 * stops reading the socket (so that the sender's own buffer fills, not ours) while the gateway has too many messages
 * in flight, sends faster than its rate, or has not finished logging in. At most one packet and one read of the
 * socket are held.
 */
export class PacketGate extends Duplex {
  /** The gateway that logged in, or is logging in, over this connection. */
  gateway: string | null = null
  /** What its CONNECT asked for; null until it came. */
  login: LoginRequest | null = null
  /** Takes plain messages without the library, in which one costs several times as much; null = none yet. */
  takePlain: TakePlain | null = null
  readonly #socket: Socket
  readonly #limits: GateLimits
  readonly #budget: SharedBudget
  readonly #now: () => number
  readonly #messages: TokenBucket
  readonly #bytes: TokenBucket
  #chunks: Buffer[] = []
  #held = 0
  /** Bytes to hold before it is worth looking again. */
  #needed = 1
  #wanted = false
  #state: 'connect' | 'login' | 'open' | 'halted' = 'connect'
  /** Places of each message in flight. */
  #places: number[] = []
  /** Messages on their way through the library: what follows them takes the same way, so that it comes after them. */
  #handedOn = 0
  /** To be acknowledged at the end of this turn. */
  #safe: number[] = []
  #timer: NodeJS.Timeout | null = null
  #ended = false

  constructor(socket: Socket, options: { limits: GateLimits; budget: SharedBudget; now: () => number }) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    this.#limits = options.limits
    this.#budget = options.budget
    this.#now = options.now
    const { messagesPerSecond, messageBurst, bytesPerSecond, byteBurst } = options.limits
    this.#messages = new TokenBucket(messagesPerSecond, messageBurst, options.now())
    this.#bytes = new TokenBucket(bytesPerSecond, byteBurst, options.now())
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      this.#held += chunk.length
      this.#pump()
    })
    socket.on('end', () => {
      this.#ended = true
      this.#pump()
    })
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', (hadError) => {
      this.#ended = true
      if (hadError) this.destroy()
      else this.#pump()
    })
  }

  get address(): string {
    return this.#socket.remoteAddress ?? 'unknown'
  }

  get inFlight(): number {
    return this.#places.length
  }

  /** Bytes written to the gateway that it has not taken yet. */
  get unsentBytes(): number {
    return this.writableLength + this.#socket.writableLength
  }

  /** The login succeeded: what waited behind CONNECT may follow. */
  open(): void {
    if (this.#state !== 'login') return
    this.#state = 'open'
    this.#pump()
  }

  /** Whoever is behind it has logged in. */
  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** Nothing further is let in; what is in flight may still be acknowledged. */
  halt(): void {
    this.#state = 'halted'
    this.#socket.pause()
  }

  /** A message that was handed on has been dealt with. */
  settled(): void {
    this.#handedOn -= 1
    this.#giveBack(1)
  }

  #giveBack(messages: number): void {
    if (this.destroyed) return
    // Which ones does not matter: when all are dealt with, all places have been given back.
    const places = this.#places.splice(0, messages).reduce((sum, one) => sum + one, 0)
    if (places === 0) return
    this.#release(places)
    this.#pump()
  }

  #isTaken(packet: Buffer): boolean {
    if (this.takePlain === null || this.#state !== 'open') return false
    if (this.#handedOn > 0 || this.unsentBytes > MOST_UNSENT_BYTES) return false
    const message = readPlainPublish(packet)
    return message !== null && this.takePlain(message, (isSafe) => this.#answer(message.id, isSafe))
  }

  #answer(id: number, isSafe: boolean): void {
    if (this.destroyed) return
    if (!isSafe) {
      this.destroy(new Error('not stored, to be sent again'))
      return
    }
    if (this.#safe.length === 0) process.nextTick(() => this.#acknowledge())
    this.#safe.push(id)
  }

  #acknowledge(): void {
    if (this.destroyed) return
    const ids = this.#safe
    this.#safe = []
    this.write(acknowledgementsOf(ids))
    this.#giveBack(ids.length)
  }

  /** Called by the shared budget when a place has become free. */
  retry(): void {
    this.#pump()
  }

  #release(places: number): void {
    this.#budget.inFlight -= places
    const { waiting, waitingFirst, limit, most } = this.#budget
    for (const gate of waitingFirst) {
      if (this.#budget.inFlight >= most) break
      waitingFirst.delete(gate)
      gate.retry()
    }
    for (const gate of waiting) {
      if (this.#budget.inFlight >= limit) break
      waiting.delete(gate)
      gate.retry()
    }
  }

  #limitFor(type: number): number {
    if (this.#state === 'connect') return this.#limits.connectBytes
    return type === packetTypes.publish ? this.#limits.publishBytes : this.#limits.otherBytes
  }

  /** The packets that are whole and allowed go on to the broker, in order. */
  #pump(): void {
    if (this.destroyed) return
    while (this.#wanted && this.#held >= this.#needed && this.#mayLookOn()) {
      const held = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks, this.#held)
      if (held === undefined) break
      this.#chunks = [held]
      const header = readFixedHeader(held)
      if (header === 'incomplete') {
        this.#needed = this.#held + 1
        break
      }
      if (header === 'malformed') return this.#fail('malformed_packet')
      if (header.totalBytes > this.#limitFor(header.type)) return this.#fail('packet_too_large')
      if (this.#held < header.totalBytes) {
        this.#needed = header.totalBytes
        break
      }
      const isMessage = header.type === packetTypes.publish
      if (isMessage && !this.#admit(header.totalBytes)) break
      if (this.#state === 'connect') this.#state = 'login'
      const packet = held.subarray(0, header.totalBytes)
      this.#keep(held.subarray(header.totalBytes))
      if (isMessage && this.#isTaken(packet)) continue
      if (isMessage) this.#handedOn += 1
      this.#wanted = this.push(packet)
    }
    this.#askOrStop()
  }

  #mayLookOn(): boolean {
    return (this.#state === 'connect' || this.#state === 'open') && this.#timer === null
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#held = rest.length
    this.#needed = 1
  }

  #admit(bytes: number): boolean {
    if (this.#places.length >= this.#limits.inFlight) return false
    const now = this.#now()
    const wait = Math.max(this.#messages.waitFor(1, now), this.#bytes.waitFor(bytes, now))
    if (wait > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = null
        this.#pump()
      }, wait)
      this.#timer.unref()
      return false
    }
    const first = this.#places.length === 0
    if (this.#budget.inFlight >= (first ? this.#budget.most : this.#budget.limit)) {
      this.#budget[first ? 'waitingFirst' : 'waiting'].add(this)
      return false
    }
    this.#messages.take(1, now)
    this.#bytes.take(bytes, now)
    const places = placesOf(bytes)
    this.#places.push(places)
    this.#budget.inFlight += places
    return true
  }

  #askOrStop(): void {
    const waitsForBytes = this.#held < this.#needed
    if (this.#ended) {
      // Half a packet will never become a whole one.
      if (waitsForBytes && this.#wanted) {
        this.#wanted = false
        this.push(null)
      }
      return
    }
    if (waitsForBytes && this.#wanted && this.#state !== 'halted') this.#socket.resume()
    else this.#socket.pause()
  }

  #fail(reason: GateError['reason']): void {
    this.destroy(new GateError(reason))
  }

  override _read(): void {
    this.#wanted = true
    this.#pump()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  #send(bytes: Buffer, done: (error?: Error | null) => void): void {
    if (this.#socket.writable) this.#socket.write(bytes, done)
    else done(new Error('connection closed'))
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#chunks = []
    this.#held = 0
    this.#budget.waiting.delete(this)
    this.#budget.waitingFirst.delete(this)
    const places = this.#places.reduce((sum, one) => sum + one, 0)
    this.#places = []
    this.#release(places)
    if (error === null) {
      // A refusal that was just written still has to leave.
      this.#socket.destroySoon()
      this.#socket.setTimeout(5000, () => this.#socket.destroy())
    } else {
      this.#socket.destroy()
    }
    done(error)
  }
}
