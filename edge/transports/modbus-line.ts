import { setTimeout as pause } from 'node:timers/promises'
import { DeviceError } from '../engine/device-error.ts'
import type { Manners } from '../engine/device.ts'
import type { ByteLink } from './byte-link.ts'
import type { Asked, Framing } from './framing.ts'
import { pauseUntil } from './pause-until.ts'
import { readAnswer, type Request } from './pdu.ts'

export type LineOptions = {
  /** How people know it: `192.168.1.20:502`. */
  where: string
  open: (timeoutMs: number) => Promise<ByteLink>
  framing: Framing
  /** A late answer is told by its number. */
  numbered: boolean
  /** A serial line: it is not opened again after a trouble, but waited for until it is quiet. */
  stays: boolean
}

type Pace = Required<Omit<Manners, 'longest'>>
/** No source: chosen, for devices that name none of their own. */
const defaults: Pace = { settleMs: 100, gapMs: 20, timeoutMs: 3_000, tries: 3 }
/** A busy device is asked again after so long, and each time after twice as long. No source: chosen. */
const BUSY_MS = 250
/** A serial line counts as quiet after so long without a byte. No source: chosen. */
const QUIET_MS = 100
/** Modbus: failure; busy with it, busy, no path, no answer. They may be over the next time. */
const passing = [4, 5, 6]
const busy = [5, 6]

/**
 * One connection and all units behind it. Connects with the first request and again after a trouble; requests go out one
 * after the other, at the pace of the most careful of its devices. A unit that was silent is asked once at a time until
 * it answers, so that it costs the others little.
 */
export class ModbusLine {
  readonly #options: LineOptions
  readonly #pace: Pace = { ...defaults }
  readonly #told = new Set<keyof Pace>()
  readonly #silent = new Set<number>()
  #link: ByteLink | null = null
  #came: Buffer = Buffer.alloc(0)
  #wake: (() => void) | null = null
  #ended: string | null = null
  #last: Promise<unknown> = Promise.resolve()
  #answeredAt: number | null = null
  /** Units that answered since it was opened. */
  readonly #alive = new Set<number>()
  #closed = false

  constructor(options: LineOptions) {
    this.#options = options
  }

  /** From now on with these manners, where they are more careful than those of before and nobody said other ones. */
  beCareful(manners: Manners): void {
    for (const name of ['settleMs', 'gapMs', 'timeoutMs'] as const)
      if (!this.#told.has(name)) this.#pace[name] = Math.max(this.#pace[name], manners[name] ?? 0)
  }

  /** Exactly these manners: what a person says. */
  obey(manners: Manners): void {
    for (const name of ['settleMs', 'gapMs', 'timeoutMs', 'tries'] as const) {
      const told = manners[name]
      if (told === undefined) continue
      this.#pace[name] = told
      this.#told.add(name)
    }
  }

  /** The registers of the answer; rejects with a `DeviceError` after the last try. */
  ask(unit: number, request: Request): Promise<Uint16Array> {
    const asked = this.#last.then(() => this.#askPatiently(unit, request))
    this.#last = asked.catch(() => undefined)
    return asked
  }

  close(): void {
    this.#closed = true
    this.#ended ??= 'is no longer read'
    this.#drop()
    this.#wake?.()
  }

  #drop(): void {
    this.#link?.close()
    this.#link = null
    this.#alive.clear()
  }

  async #askPatiently(unit: number, request: Request): Promise<Uint16Array> {
    const tries = this.#silent.has(unit) ? 1 : this.#pace.tries
    for (let tried = 1; ; tried += 1)
      try {
        const words = await this.#askOnce(unit, request)
        this.#silent.delete(unit)
        this.#alive.add(unit)
        return words
      } catch (error) {
        const trouble = error instanceof DeviceError ? error : this.#garbled(unit, 'answers nothing sensible')
        if (trouble.reason === 'timeout') this.#silent.add(unit)
        // What a device refuses it refuses again; what came late or wrong may still be on the line.
        if (trouble.reason !== 'exception') await this.#calm(unit, trouble)
        if (this.#closed || tried >= tries || !mayPass(trouble)) throw trouble
        if (busy.includes(trouble.exception ?? 0)) await pause(BUSY_MS * 2 ** (tried - 1))
      }
  }

  async #askOnce(unit: number, request: Request): Promise<Uint16Array> {
    if (this.#closed) throw new DeviceError('closed', `${this.#where(unit)} is no longer read.`)
    if (this.#ended !== null) this.#drop()
    const link = (this.#link ??= await this.#open())
    if (this.#answeredAt !== null) await pauseUntil(this.#answeredAt + this.#pace.gapMs)
    const asked = this.#options.framing.pack(unit, request)
    this.#came = Buffer.alloc(0)
    try {
      link.write(asked.frame)
      return readAnswer(request, await this.#answer(asked), this.#where(unit))
    } finally {
      this.#answeredAt = performance.now()
    }
  }

  async #answer(asked: Asked): Promise<Buffer> {
    const until = performance.now() + this.#pace.timeoutMs
    let other: string | null = null
    for (;;) {
      const taken = this.#options.framing.take(asked, this.#came)
      if (taken.kind === 'answer') return taken.pdu
      if (taken.kind === 'garbled') throw this.#garbled(asked.unit, taken.says)
      if (taken.kind === 'other') {
        this.#came = this.#came.subarray(taken.bytes)
        other = taken.says
        continue
      }
      if (this.#ended !== null) throw new DeviceError('closed', `${this.#where(asked.unit)} ${this.#ended}.`)
      if (!(await this.#more(until - performance.now())))
        throw other !== null
          ? this.#garbled(asked.unit, other)
          : this.#came.length > 0
            ? this.#garbled(asked.unit, 'begins an answer and does not end it')
            : new DeviceError('timeout', `${this.#where(asked.unit)} does not answer in time.`)
    }
  }

  /** Whether something happened within `ms`. */
  async #more(ms: number): Promise<boolean> {
    if (ms <= 0) return false
    const patience = new AbortController()
    const woken = new Promise<true>((resolve) => {
      this.#wake = () => resolve(true)
    })
    const over = pause(ms, false as const, { signal: patience.signal }).catch(() => false as const)
    const happened = await Promise.race([woken, over])
    this.#wake = null
    patience.abort()
    return happened
  }

  async #open(): Promise<ByteLink> {
    const link = await this.#options.open(this.#pace.timeoutMs)
    this.#ended = null
    this.#came = Buffer.alloc(0)
    link.onBytes((bytes) => {
      // What comes while nobody waits answers nothing.
      if (this.#link !== link || this.#wake === null) return
      this.#came = Buffer.concat([this.#came, bytes])
      this.#wake?.()
    })
    link.onEnd((says) => {
      if (this.#link !== link) return
      this.#ended = says
      this.#wake?.()
    })
    this.#link = link
    await pauseUntil(performance.now() + this.#pace.settleMs)
    return link
  }

  /** After a trouble: a new connection, unless others are well behind this one; a serial line is waited for. */
  async #calm(unit: number, { reason }: DeviceError): Promise<void> {
    if (this.#ended !== null || this.#closed) return this.#drop()
    if (this.#options.stays) {
      const until = performance.now() + this.#pace.timeoutMs
      do this.#came = Buffer.alloc(0)
      while (performance.now() < until && (await this.#more(QUIET_MS)))
      return
    }
    const others = this.#alive.size > (this.#alive.has(unit) ? 1 : 0)
    if (reason !== 'timeout' || !this.#options.numbered || !others) this.#drop()
  }

  #garbled(unit: number, says: string): DeviceError {
    return new DeviceError('garbled', `${this.#where(unit)} ${says}.`)
  }

  #where(unit: number): string {
    return `${this.#options.where} (unit ${unit})`
  }
}

const mayPass = ({ reason, exception }: DeviceError): boolean =>
  reason === 'timeout' || reason === 'closed' || reason === 'garbled' || passing.includes(exception ?? 0)
