import { DeviceError, lacksRegisters } from '../engine/device-error.ts'
import type { Manners, RegisterAccess, RegisterTable } from '../engine/device.ts'
import { ModbusLine, type LineOptions } from './modbus-line.ts'
import {
  identifyRequest,
  readObjects,
  readRequest,
  writeManyRequest,
  writeOneRequest,
  type Request,
} from './pdu.ts'

/** Lines that are open, by what they lead to: most devices take one connection, and a serial port has one user. */
const lines = new Map<string, { line: ModbusLine; users: number }>()

/** The registers of one unit. Units at the same `key` share one connection, which the last of them ends. */
export class ModbusUnit implements RegisterAccess {
  readonly #line: ModbusLine
  readonly #unit: number
  readonly #key: string
  readonly #where: string
  #closed = false

  constructor(key: string, unit: number, options: LineOptions) {
    const shared = lines.get(key) ?? { line: new ModbusLine(options), users: 0 }
    shared.users += 1
    lines.set(key, shared)
    this.#line = shared.line
    this.#unit = unit
    this.#key = key
    this.#where = options.where
  }

  read(address: number, count: number, table: RegisterTable = 'holding'): Promise<Uint16Array> {
    return this.#ask(() => readRequest(table, address, count))
  }

  /** What the device has of itself, from an object on; null = it knows no such thing. */
  async objects(from: number): Promise<ReadonlyMap<number, Uint8Array> | null> {
    try {
      return readObjects(await this.#ask(() => identifyRequest(from)))
    } catch (error) {
      if (lacksRegisters(error)) return null
      throw error
    }
  }

  async writeOne(address: number, word: number): Promise<void> {
    await this.#ask(() => writeOneRequest(address, word))
  }

  async writeMany(address: number, words: readonly number[]): Promise<void> {
    await this.#ask(() => writeManyRequest(address, words))
  }

  /** What its profile says of how it wants to be asked. */
  beCareful(manners: Manners): void {
    this.#line.beCareful(manners)
  }

  /** What a person says of it. */
  obey(manners: Manners): void {
    this.#line.obey(manners)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    const shared = lines.get(this.#key)
    if (shared?.line !== this.#line) return
    shared.users -= 1
    if (shared.users > 0) return
    lines.delete(this.#key)
    shared.line.close()
  }

  async #ask(request: () => Request): Promise<Uint16Array> {
    this.#mustBeOpen()
    const words = await this.#line.ask(this.#unit, request())
    this.#mustBeOpen()
    return words
  }

  #mustBeOpen(): void {
    if (this.#closed)
      throw new DeviceError('closed', `${this.#where} (unit ${this.#unit}) is no longer read.`)
  }
}
