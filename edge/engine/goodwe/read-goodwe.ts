import { DeviceError, lacksRegisters } from '../device-error.ts'
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
/** A block that was never answered, and not refused either, is asked for so often. No source: chosen. */
const MOST_SILENCES = 2
const unnamed: GoodWeIdentity = { sn: null, model: null, sw: null, ratedW: null }
const families: readonly Family[] = ['et', 'dt', 'es']

/** Families share a unit's answer to nothing: each is asked in turn. */
const silent = (error: unknown): error is DeviceError =>
  error instanceof DeviceError &&
  (error.reason === 'timeout' || error.reason === 'garbled' || lacksRegisters(error))

/** Whether a device of a family could have said this: other families have other things at these registers. */
const isRunning = ({ m }: DeviceReading): boolean => {
  const { f = null, e_tot, e_pv } = m
  return (f === null || f === 0 || (f > 40 && f < 70)) && typeof (e_tot ?? e_pv) === 'number'
}

/** An inverter of GoodWe, whichever of its protocols it speaks: found out with the first reading. */
export class GoodWe {
  readonly #line: GoodWeLine
  #family: Family | null = null
  #identity: GoodWeIdentity = unnamed
  readonly #lacks = new Set<number>()
  readonly #silences = new Map<number, number>()

  constructor(line: GoodWeLine) {
    this.#line = line
  }

  async read(): Promise<DeviceReport> {
    if (this.#family === null) {
      const found = await this.#find()
      this.#family = found.family
      this.#identity = found.identity
    }
    const family = this.#family
    // One that does not name itself may do so later.
    if (this.#identity.sn === null) this.#identity = (await this.#named(family, 1)) ?? unnamed
    const readings = await this.#readings(family, this.#identity)
    return { profile: `goodwe-${family}`, brand: 'GoodWe', model: this.#identity.model, readings }
  }

  /** One family after the other: most do not answer, and who is asked by the wrong one is silent. */
  async #find(): Promise<{ family: Family; identity: GoodWeIdentity }> {
    let last: DeviceError | null = null
    for (let round = 0; round < TRIES; round += 1) {
      for (const family of families) {
        const identity = await this.#named(family, 1, (error) => (last = error))
        if (identity !== null) return { family, identity }
      }
      // Some say what they do, and not who they are.
      if (round === 0) continue
      for (const family of families) {
        if (!(await this.#runs(family))) continue
        return { family, identity: (await this.#named(family, TRIES)) ?? unnamed }
      }
    }
    throw trouble(last)
  }

  /** Who it is, asked as a device of a family; null = it does not say. */
  async #named(
    family: Family,
    tries: number,
    note: (error: DeviceError) => void = () => {},
  ): Promise<GoodWeIdentity | null> {
    try {
      const identity = await this.#askIdentity(family, tries)
      return identity === null || identity.sn === null ? null : identity
    } catch (error) {
      if (!silent(error)) throw error
      note(error)
      return null
    }
  }

  async #askIdentity(family: Family, tries: number): Promise<GoodWeIdentity | null> {
    if (family === 'et') return etIdentity(await this.#block(et.unit, et.identity, tries))
    if (family === 'dt') {
      const identity = dtIdentity(await this.#block(dt.unit, dt.identity, tries))
      return { ...identity, ratedW: ratedByName(identity.model) }
    }
    return this.#line.aa55 === null ? null : esIdentity(await this.#line.aa55.ask(es.identity, tries))
  }

  async #runs(family: Family): Promise<boolean> {
    try {
      const [inverter] = await this.#running(family, unnamed, 1)
      return inverter !== undefined && isRunning(inverter)
    } catch (error) {
      if (!silent(error)) throw error
      return false
    }
  }

  /** What one request says of a device of a family. */
  async #running(family: Family, who: GoodWeIdentity, tries: number): Promise<DeviceReading[]> {
    if (family === 'et') return [etInverter(await this.#block(et.unit, et.running, tries), null, who)]
    if (family === 'dt') return [dtInverter(await this.#block(dt.unit, dt.running, tries), who)]
    const { aa55 } = this.#line
    if (aa55 === null) return []
    return esReadings(await aa55.ask(es.running, tries), who)
  }

  async #readings(family: Family, who: GoodWeIdentity): Promise<DeviceReading[]> {
    if (family === 'es') return this.#running(family, who, TRIES)
    if (family === 'dt') {
      const inverter = await this.#running(family, who, TRIES)
      const meter = await this.#ifThere(dt.unit, dt.meter)
      return [...inverter, ...(meter === null ? [] : dtMeter(meter))]
    }
    const running = await this.#block(et.unit, et.running)
    const inputs = await this.#ifThere(et.unit, et.inputs)
    const meter = await this.#firstThere(et.unit, et.meters)
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

  /** Blocks of one beginning: models have one of them. */
  async #firstThere(unit: number, places: readonly Place[]): Promise<Block | null> {
    for (const place of places) {
      const found = await this.#ifThere(unit, place)
      if (found !== null) return found
    }
    return null
  }

  /** null = the model lacks it, or it was not said now; what it lacks it is asked once. */
  async #ifThere(unit: number, place: Place): Promise<Block | null> {
    const key = place.first * 1000 + place.count
    if (this.#lacks.has(key)) return null
    try {
      const found = await this.#block(unit, place)
      this.#silences.set(key, -Infinity)
      return found
    } catch (error) {
      if (!silent(error)) throw error
      // Some models refuse what they lack, others do not answer it.
      const silences = (this.#silences.get(key) ?? 0) + 1
      this.#silences.set(key, silences)
      if (lacksRegisters(error) || silences >= MOST_SILENCES) this.#lacks.add(key)
      return null
    }
  }
}

const trouble = (last: DeviceError | null): DeviceError =>
  last?.reason === 'timeout'
    ? last
    : new DeviceError(
        'unrecognised',
        'The device answers, but it is no inverter of GoodWe that is known here.',
      )
