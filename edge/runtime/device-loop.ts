import type { EdgeDevice } from '#contract/mqtt/edge-device.ts'
import type { LinkDevice } from '#contract/mqtt/links.ts'
import { DeviceError } from '../engine/device-error.ts'
import type { Device } from '../engine/device.ts'
import type { DeviceReport } from '../engine/reading.ts'
import type { EdgeClock } from './edge-clock.ts'

export type LoopOptions = {
  entry: EdgeDevice
  clock: EdgeClock
  /** Where it leads to now. Rejects with a `DeviceError`. */
  open: () => Promise<Device>
  /** The first reading after so long, ms: devices of a long list do not all begin in the same moment. */
  firstAfterMs: number
  /** What was read, and when its reading had ended by the wall clock. */
  onReport: (report: DeviceReport, at: number) => void
  /** A trouble began or ended, or it was tried for the first time. */
  onTurn: () => void
  log: (line: string) => void
}

/** A reading that takes longer is ended. No source: chosen; a logger with thirty devices takes most of a minute. */
const READING_MS = 120_000
/** The longest wait after troubles, unless the interval is longer. No source: chosen. */
const LONGEST_WAIT_MS = 60_000
/** Readings of which the median time is told. Source: the wire. */
const TIMES_KEPT = 20

type Trouble = { code: string; text: string }

/** A trouble that is the edge's own and no device's; `code` as the app has words for it. */
export class EdgeTrouble extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'EdgeTrouble'
    this.code = code
  }
}

const troubleOf = (error: unknown): Trouble =>
  error instanceof DeviceError || error instanceof EdgeTrouble
    ? { code: error instanceof DeviceError ? error.reason : error.code, text: error.message }
    : { code: 'internal', text: error instanceof Error ? error.message : String(error) }

/**
 * One address of the list, read in its own time: whatever happens here delays no other. Who else wants something of the
 * device (`use`) waits for the reading that is going on, and the next reading for them.
 */
export class DeviceLoop {
  readonly entry: EdgeDevice
  readonly #options: LoopOptions
  readonly #ending = new AbortController()
  #device: Device | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #reading: Promise<boolean> | null = null
  #asked = 0
  #answered = 0
  #failures = 0
  #times: number[] = []
  #at: number | null = null
  #trouble: Trouble | null = null
  #last: DeviceReport | null = null
  #error: unknown = null
  #notes = ''
  #ended: Promise<void> = Promise.resolve()

  constructor(options: LoopOptions) {
    this.entry = options.entry
    this.#options = options
  }

  start(): void {
    this.#ended = this.#run()
  }

  /** Ends it, in the middle of a reading, too. */
  async stop(): Promise<void> {
    this.#ending.abort()
    this.#close()
    await this.#ended
    await this.#turn
    this.#close()
  }

  /** It was tried, with whatever outcome. */
  get isTried(): boolean {
    return this.#at !== null || this.#trouble !== null
  }

  /** The last reading came. */
  get answers(): boolean {
    return this.#at !== null && this.#trouble === null
  }

  link(): Omit<LinkDevice, 'sns'> {
    const sorted = this.#times.toSorted((a, b) => a - b)
    const middle = sorted[Math.floor(sorted.length / 2)]
    return {
      id: this.entry.id,
      asked: this.#asked,
      answered: this.#answered,
      ms: middle === undefined ? null : Math.round(middle),
      at: this.#at,
      trouble: this.#trouble === null ? null : { ...this.#trouble, text: this.#trouble.text.slice(0, 300) },
    }
  }

  /** Reads it now, together with whoever asks the same; true when it answered. */
  readNow(): Promise<boolean> {
    this.#reading ??= this.#alone(() => this.#read()).finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  /** Reads it now and tells what it said, which counts as a reading like any other. Rejects as its reading does. */
  async report(): Promise<DeviceReport> {
    if ((await this.readNow()) && this.#last !== null) return this.#last
    throw this.#error ?? new DeviceError('closed', 'It is no longer read.')
  }

  /** Its device, for as long as `work` takes. Rejects as it does, or with a `DeviceError` when it cannot be opened. */
  use<T>(work: (device: Device) => Promise<T>): Promise<T> {
    return this.#alone(async () => work(await this.#opened()))
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  async #opened(): Promise<Device> {
    if (this.#ending.signal.aborted) throw new DeviceError('closed', 'It is no longer read.')
    this.#device ??= await this.#options.open()
    return this.#device
  }

  #close(): void {
    this.#device?.close()
    this.#device = null
  }

  async #read(): Promise<boolean> {
    const { clock, log } = this.#options
    const before = this.#trouble
    const first = !this.isTried
    const began = clock.mono()
    this.#asked += 1
    try {
      const report = await this.#inTime((await this.#opened()).read())
      const at = clock.wall()
      this.#answered += 1
      this.#failures = 0
      this.#times = [...this.#times.slice(1 - TIMES_KEPT), clock.mono() - began]
      this.#at = at
      this.#trouble = null
      this.#last = report
      if (before !== null) log(`${this.entry.url} answers again`)
      this.#note(report.notes ?? [])
      this.#options.onReport(report, at)
    } catch (error) {
      // It may have moved, and what comes late must not be taken for an answer.
      this.#close()
      if (this.#ending.signal.aborted) return false
      this.#failures += 1
      this.#error = error
      this.#trouble = troubleOf(error)
      if (before?.code !== this.#trouble.code) log(`${this.entry.url}: ${this.#trouble.text}`)
    }
    if (first || before?.code !== this.#trouble?.code) this.#options.onTurn()
    return this.#trouble === null
  }

  /** What could not be read beside the rest is said when it changes. */
  #note(notes: readonly string[]): void {
    const all = notes.join('; ')
    if (all !== this.#notes) this.#options.log(`${this.entry.url}: ${all === '' ? 'all of it is read' : all}`)
    this.#notes = all
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    const inTime = new AbortController()
    const late = this.#options.clock.sleep(READING_MS, inTime.signal).then(() => {
      if (inTime.signal.aborted) return new Promise<never>(() => {})
      throw new DeviceError('timeout', `A reading took longer than ${READING_MS / 1000} seconds.`)
    })
    try {
      return await Promise.race([work, late])
    } finally {
      inTime.abort()
      work.catch(() => undefined)
    }
  }

  async #run(): Promise<void> {
    const { clock, firstAfterMs, entry } = this.#options
    const { signal } = this.#ending
    const interval = entry.interval_s * 1000
    let due = clock.mono() + firstAfterMs
    while (!signal.aborted) {
      await clock.sleep(Math.max(0, due - clock.mono()), signal)
      if (signal.aborted) return
      await this.readNow()
      const wait = Math.min(interval * 2 ** Math.min(this.#failures, 10), Math.max(interval, LONGEST_WAIT_MS))
      const step = this.#failures > 1 ? wait : interval
      // What was missed is not made up for: it would be another time's reading.
      const now = clock.mono()
      due = due + step > now ? due + step : now + step
    }
  }
}
