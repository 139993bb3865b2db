import { Agent as PlainAgent, get as getPlain, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, get as getSecure } from 'node:https'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectSecure, type ConnectionOptions } from 'node:tls'
import { addressKind } from '#domain/edges/private-address.ts'
import { DeviceError } from '../engine/device-error.ts'
import type { Web, WebAnswer, WebLogin } from '../engine/web.ts'
import { digestHeader, firstHeader } from './http-login.ts'
import { httpError, printed } from './http-trouble.ts'
import { pauseUntil } from './pause-until.ts'

export type HttpDeviceOptions = {
  host: string
  port: number
  secure?: boolean
  login?: WebLogin | null
  /** How long after an answer nothing is asked, ms. */
  gapMs?: number
  /** How long an answer may take, to its last byte, ms. */
  timeoutMs?: number
  /** How long an answer may be, bytes. */
  mostBytes?: number
  /** How often a page is asked for before it is given up. */
  tries?: number
}

/** No source: chosen. Gateways with fifty modules answer in 60 kB and, when they are old, after many seconds. */
const defaults = { secure: false, login: null, gapMs: 50, timeoutMs: 20_000, mostBytes: 4_000_000, tries: 2 }

/**
 * Connects by TLS. Devices sign their certificates themselves: one that nobody vouches for is accepted from a private
 * address, and from then on it has to be the same.
 */
class PinningAgent extends SecureAgent {
  #pinned: string | null = null
  override createConnection(
    options: ConnectionOptions,
    done: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const servername = isIP(options.host ?? '') === 0 ? options.host : undefined
    const socket = connectSecure({
      ...options,
      rejectUnauthorized: false,
      ...(servername === undefined ? {} : { servername }),
    })
    const refuse = (says: string) => socket.destroy(new DeviceError('certificate', says))
    socket.once('error', (error) => done(error, socket))
    socket.once('secureConnect', () => {
      const print = socket.getPeerCertificate().fingerprint256
      const isNear = (addressKind(socket.remoteAddress ?? '') ?? 'public') !== 'public'
      if (!socket.authorized && !isNear)
        refuse(`Nobody vouches for the certificate of ${options.host}, and it is no private address.`)
      else if (!socket.authorized && this.#pinned !== null && this.#pinned !== print)
        refuse(`${options.host} shows another certificate than before.`)
      else {
        this.#pinned = print
        done(null, socket)
      }
    })
  }
}

/** One device behind HTTP: one connection, one request at a time, answers bounded in length and time. */
export class HttpDevice implements Web {
  readonly #options: Required<HttpDeviceOptions>
  readonly #agent: PlainAgent | SecureAgent
  #last: Promise<unknown> = Promise.resolve()
  #answeredAt: number | null = null
  #challenge: string | null = null

  constructor(options: HttpDeviceOptions) {
    this.#options = { ...defaults, ...options }
    const one = { keepAlive: true, maxSockets: 1 }
    this.#agent = this.#options.secure ? new PinningAgent(one) : new PlainAgent(one)
  }

  get(path: string): Promise<WebAnswer> {
    const asked = this.#last.then(() => this.#getPatiently(path))
    this.#last = asked.catch(() => undefined)
    return asked
  }

  close(): void {
    this.#agent.destroy()
  }

  async #getPatiently(path: string): Promise<WebAnswer> {
    for (let tried = 1; ; tried += 1)
      try {
        return await this.#getWithLogin(path)
      } catch (error) {
        const trouble = httpError(error, this.#where())
        if (tried >= this.#options.tries || !['closed', 'timeout'].includes(trouble.reason)) throw trouble
      }
  }

  async #getWithLogin(path: string): Promise<WebAnswer> {
    const { login } = this.#options
    if (login?.kind !== 'digest') return (await this.#getOnce(path, null)).answer
    const { user, password } = login
    const header = () =>
      this.#challenge === null ? null : digestHeader(this.#challenge, { path, user, password })
    const first = await this.#getOnce(path, header())
    if (first.answer.status !== 401 || first.challenge === null) return first.answer
    // The first request has none, and a nonce grows old.
    this.#challenge = first.challenge
    return (await this.#getOnce(path, header())).answer
  }

  async #getOnce(
    path: string,
    authorization: string | null,
  ): Promise<{ answer: WebAnswer; challenge: string | null }> {
    if (this.#answeredAt !== null) await pauseUntil(this.#answeredAt + this.#options.gapMs)
    const { secure, login, host, port, timeoutMs } = this.#options
    const header = authorization ?? firstHeader(login, secure)
    const options = {
      host,
      port,
      path,
      agent: this.#agent,
      headers: {
        accept: 'application/json, text/xml, */*',
        'accept-encoding': 'identity',
        ...(header === null ? {} : { authorization: header }),
      },
    }
    const request = secure ? getSecure(options) : getPlain(options)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      request.destroy()
    }, timeoutMs)
    try {
      const response = await answered(request)
      return {
        answer: await this.#read(response),
        challenge: response.headers['www-authenticate'] ?? null,
      }
    } catch (error) {
      // What ends with the request says only that it ended.
      throw isLate ? new DeviceError('timeout', `${this.#where()} does not answer in time.`) : error
    } finally {
      clearTimeout(timer)
      request.destroy()
      this.#answeredAt = performance.now()
    }
  }

  async #read(response: IncomingMessage): Promise<WebAnswer> {
    const { statusCode: status = 0, headers } = response
    const where = this.#where()
    if (status >= 300 && status < 400)
      throw new DeviceError(
        'garbled',
        `${where} sends us on to ${printed(headers.location ?? 'another page')}, and nobody follows.`,
      )
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new DeviceError('garbled', `${where} answers in a coding that it was not asked for.`)
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > this.#options.mostBytes)
        throw new DeviceError('garbled', `${where} answers more than ${this.#options.mostBytes} bytes.`)
      chunks.push(chunk)
    }
    const type = headers['content-type']
    return {
      status,
      type: type === undefined ? null : printed(type),
      body: Buffer.concat(chunks).toString('utf8'),
    }
  }

  #where(): string {
    const { host, port } = this.#options
    return `${host}:${port}`
  }
}

const answered = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve)
    // It may end again after it was given up.
    request.on('error', reject)
  })
