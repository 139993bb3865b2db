import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import modbus from 'modbus-serial'
import { DeviceError } from '../engine/device-error.ts'
import type { RegisterAccess, RegisterTable } from '../engine/device.ts'
import { answerError, connectError } from './modbus-trouble.ts'

export type ModbusTcpOptions = {
  host: string
  port: number
  /** 0 to 255. */
  unit: number
  /** How long after connecting nothing is asked, ms: some devices answer nothing before. */
  settleMs?: number
  /** How long after an answer nothing is asked, ms. */
  gapMs?: number
  /** How long a connection, and an answer, may take, ms. */
  timeoutMs?: number
  /** How often a request is made before it is given up. */
  tries?: number
}

/** No source: chosen, for devices that name none of their own. */
const defaults = { settleMs: 100, gapMs: 20, timeoutMs: 3_000, tries: 3 }

type Request<Answer> = (client: modbus.default) => Promise<Answer>
type Line = { client: modbus.default; socket: Socket; ended: Promise<never> }

/**
 * One unit behind one connection of Modbus TCP, which is opened with the first request and again after a trouble.
 * Requests go out one after the other. The library below speaks the protocol and decides nothing: when it waits, tries
 * again and gives up is decided here.
 */
export class ModbusTcp implements RegisterAccess {
  readonly #options: Required<ModbusTcpOptions>
  #line: Line | null = null
  #last: Promise<unknown> = Promise.resolve()
  #answeredAt: number | null = null

  constructor(options: ModbusTcpOptions) {
    this.#options = { ...defaults, ...options }
  }

  read(address: number, count: number, table: RegisterTable = 'holding'): Promise<Uint16Array> {
    return this.#ask(async (client) => {
      const { data } =
        table === 'holding'
          ? await client.readHoldingRegisters(address, count)
          : await client.readInputRegisters(address, count)
      if (data.length === count) return Uint16Array.from(data)
      throw new DeviceError(
        'garbled',
        `${this.#where()} answered ${data.length} registers instead of ${count}.`,
      )
    })
  }

  async writeOne(address: number, word: number): Promise<void> {
    await this.#ask((client) => client.writeRegister(address, word))
  }

  async writeMany(address: number, words: readonly number[]): Promise<void> {
    await this.#ask((client) => client.writeRegisters(address, [...words]))
  }

  close(): void {
    this.#line?.socket.destroy()
    this.#line = null
  }

  #ask<Answer>(request: Request<Answer>): Promise<Answer> {
    const asked = this.#last.then(() => this.#askPatiently(request))
    this.#last = asked.catch(() => undefined)
    return asked
  }

  async #askPatiently<Answer>(request: Request<Answer>): Promise<Answer> {
    for (let tried = 1; ; tried += 1)
      try {
        return await this.#askOnce(request)
      } catch (error) {
        const trouble = answerError(error, this.#where())
        // What a device refuses it refuses again; what came late or wrong may still be on the line.
        if (trouble.reason !== 'exception') this.close()
        if (tried >= this.#options.tries || !mayPass(trouble)) throw trouble
      }
  }

  async #askOnce<Answer>(request: Request<Answer>): Promise<Answer> {
    const { client, ended } = (this.#line ??= await this.#open())
    if (this.#answeredAt !== null)
      await pause(Math.max(0, this.#answeredAt + this.#options.gapMs - performance.now()))
    try {
      return await Promise.race([request(client), ended])
    } finally {
      this.#answeredAt = performance.now()
    }
  }

  async #open(): Promise<Line> {
    const { host, port, unit, timeoutMs, settleMs } = this.#options
    const socket = connect({ host, port, noDelay: true })
    try {
      await new Promise<void>((resolve, reject) => {
        socket.setTimeout(timeoutMs, () =>
          reject(new DeviceError('unreachable', `${this.#where()} does not answer.`)),
        )
        socket.once('connect', resolve).once('error', reject)
      })
    } catch (error) {
      socket.destroy()
      throw connectError(error, this.#where())
    }
    socket.setTimeout(0)
    const ended = new Promise<never>((_, reject) => {
      const end = () => reject(new DeviceError('closed', `${this.#where()} closed the connection.`))
      socket.once('close', end).on('error', end)
    })
    // It may end while nobody asks.
    ended.catch(() => undefined)
    const client = new modbus.default()
    await client.linkTCP(socket, { port })
    client.setID(unit)
    client.setTimeout(timeoutMs)
    await Promise.race([pause(settleMs), ended])
    return { client, socket, ended }
  }

  #where(): string {
    const { host, port, unit } = this.#options
    return `${host}:${port} (unit ${unit})`
  }
}

/** Modbus: failure, busy, gateway without a path and without an answer. They may be over the next time. */
const passing = [4, 5, 6]
const mayPass = ({ reason, exception }: DeviceError): boolean =>
  reason === 'timeout' || reason === 'closed' || reason === 'garbled' || passing.includes(exception ?? 0)
