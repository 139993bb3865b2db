import { DeviceError } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import type { DeviceReading, DeviceReport } from '../reading.ts'
import { dt, dtIdentity, dtInverter, dtMeter } from './map-dt.ts'
import { es, esIdentity, esReadings } from './map-es.ts'
import { et, etBattery, etIdentity, etInverter, etMeter, etSecondBattery } from './map-et.ts'
import { ratedByName, type GoodWeIdentity } from './said.ts'
import { block, type Block } from './words.ts'

/** AA55: a request of two bytes and its answer, made so often before it is given up. Rejects with a `DeviceError`. */
export type Aa55 = { ask: (kind: readonly [number, number], tries: number) => Promise<Buffer> }

export type GoodWeLine = {
  /** Registers of a unit, each asked for so often before it is given up. */
  unit: (unit: number, tries: number) => ReadableRegisters
  /** null = there is none on this line. */
  aa55: Aa55 | null
}

type Family = 'et' | 'dt' | 'es'
type Place = { first: number; count: number }

/** A radio loses some of what it is asked. No source: chosen. */
const TRIES = 3

/** What a device says of registers that its model lacks. */
const notThere = [1, 2, 3]
/** Families share a unit's answer to nothing: each is asked in turn. */
const silent = (error: unknown): boolean =>
  error instanceof DeviceError &&
  (error.reason === 'timeout' || error.reason === 'garbled' || notThere.includes(error.exception ?? 0))

/** An inverter of GoodWe, whichever of its protocols it speaks: found out with the first reading. */
export class GoodWe {
  readonly #line: GoodWeLine
  #who: { family: Family; identity: GoodWeIdentity } | null = null
  readonly #lacks = new Set<number>()

  constructor(line: GoodWeLine) {
    this.#line = line
  }

  async read(): Promise<DeviceReport> {
    const { family, identity } = (this.#who ??= await this.#find())
    const readings = await this.#readings(family, identity)
    return { profile: `goodwe-${family}`, brand: 'GoodWe', model: identity.model, readings }
  }

  async #find(): Promise<{ family: Family; identity: GoodWeIdentity }> {
    let last: unknown = null
    const tries: (() => Promise<{ family: Family; identity: GoodWeIdentity } | null>)[] = [
      async () => {
        const identity = etIdentity(await this.#block(et.unit, et.identity, 1))
        return identity.sn === null ? null : { family: 'et', identity }
      },
      async () => {
        const identity = dtIdentity(await this.#block(dt.unit, dt.identity, 1))
        return identity.sn === null
          ? null
          : { family: 'dt', identity: { ...identity, ratedW: ratedByName(identity.model) } }
      },
      async () => {
        if (this.#line.aa55 === null) return null
        const identity = esIdentity(await this.#line.aa55.ask(es.identity, 1))
        return identity.sn === null ? null : { family: 'es', identity }
      },
    ]
    // One family after the other, and all of them again: most of them do not answer.
    for (const attempt of Array.from({ length: TRIES }, () => tries).flat())
      try {
        const found = await attempt()
        if (found !== null) return found
      } catch (error) {
        if (!silent(error)) throw error
        last = error
      }
    if (last instanceof DeviceError && last.reason === 'timeout') throw last
    throw new DeviceError(
      'unrecognised',
      'The device answers, but it is no inverter of GoodWe that is known here.',
    )
  }

  async #readings(family: Family, who: GoodWeIdentity): Promise<DeviceReading[]> {
    if (family === 'es') {
      const { aa55 } = this.#line
      if (aa55 === null)
        throw new DeviceError('unsupported', 'This inverter speaks AA55, which there is over UDP alone.')
      return esReadings(await aa55.ask(es.running, TRIES), who)
    }
    if (family === 'dt') {
      const running = await this.#block(dt.unit, dt.running)
      const meter = await this.#ifThere(dt.unit, dt.meter)
      return [dtInverter(running, who), ...(meter === null ? [] : dtMeter(meter))]
    }
    const running = await this.#block(et.unit, et.running)
    const inputs = await this.#ifThere(et.unit, et.inputs)
    const meter = (await this.#ifThere(et.unit, et.meter)) ?? (await this.#ifThere(et.unit, et.shortMeter, 1))
    const hasBattery = etBattery(running, null).length > 0
    const battery = hasBattery ? await this.#ifThere(et.unit, et.battery) : null
    const second = await this.#ifThere(et.unit, et.battery2)
    const hasSecond = second !== null && etSecondBattery(second, null).length > 0
    const info = hasSecond ? await this.#ifThere(et.unit, et.battery2Info) : null
    return [
      etInverter(running, inputs, who),
      ...etBattery(running, battery),
      ...(second === null ? [] : etSecondBattery(second, info)),
      ...(meter === null ? [] : etMeter(meter)),
    ]
  }

  async #block(unit: number, { first, count }: Place, tries = TRIES): Promise<Block> {
    return block(first, await this.#line.unit(unit, tries).read(first, count))
  }

  /** null = the model lacks it, which it is asked once. `variant` tells blocks of one beginning apart. */
  async #ifThere(unit: number, place: Place, variant = 0): Promise<Block | null> {
    const key = place.first * 2 + variant
    if (this.#lacks.has(key)) return null
    try {
      return await this.#block(unit, place)
    } catch (error) {
      if (!(error instanceof DeviceError) || !notThere.includes(error.exception ?? 0)) throw error
      this.#lacks.add(key)
      return null
    }
  }
}
