import { DeviceError } from '../device-error.ts'
import { at, entriesAt, listAt, numberAt, textAt } from '../json.ts'
import type { DeviceReport } from '../reading.ts'
import { readJson, readJsonIfThere, type Web } from '../web.ts'
import { hoymilesReading, hoymilesVersion, type HoymilesSaid } from './map-hoymiles.ts'

/** Inverters of one OpenDTU. Source: its documentation says 10. */
const MOST_INVERTERS = 50
/** Its ages are whole seconds: two that differ by less are of one hearing, ms. */
const SAME_MS = 2_500
const WH_PER: Readonly<Record<string, number>> = { Wh: 1, kWh: 1000, MWh: 1_000_000 }
/** Of this family the voltage that has no phase is one between lines. */
const THREE_PHASE = /^138/

/** A value as it is printed: floats come with more digits than they have. */
const valueOf = (field: unknown): number | null => {
  const [value, digits] = [numberAt(field, 'v'), numberAt(field, 'd')]
  return value === null || digits === null || !(digits >= 0 && digits <= 9)
    ? value
    : Number(value.toFixed(Math.floor(digits)))
}
const energyOf = (field: unknown): number | null => {
  const [value, per] = [valueOf(field), WH_PER[textAt(field, 'u') ?? '']]
  return value === null || per === undefined ? null : Math.round(value * per)
}

type About = Pick<HoymilesSaid, 'model' | 'sw' | 'ratedW'>
const nothing: About = { model: null, sw: null, ratedW: null }

const aboutOf = (info: unknown): About => {
  const most = numberAt(info, 'max_power')
  return {
    model: textAt(info, 'hw_model_name'),
    sw: hoymilesVersion(numberAt(info, 'fw_build_version')),
    ratedW: most !== null && most > 0 ? most : null,
  }
}

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** What OpenDTU says of one inverter. `atMs` = when it was heard. */
const saidOf = (inverter: unknown, sn: string, atMs: number | null, about: About): HoymilesSaid => {
  // Until 2023 line and inputs stood beside each other, the line as 0.
  const isOld = at(inverter, 'AC') === undefined
  const line = isOld ? at(inverter, '0') : at(inverter, 'AC', '0')
  const inside = at(inverter, 'INV', '0')
  const inputs = isOld
    ? entriesAt(inverter).filter(([key]) => /^[1-9]$/.test(key))
    : entriesAt(inverter, 'DC').map(([key, input]): [string, unknown] => [String(Number(key) + 1), input])
  const field = (name: string) => at(line, name) ?? at(inside, name)
  const value = (name: string) => valueOf(field(name))
  const phases = (name: string) => [1, 2, 3].map((n) => value(name.replace('#', String(n))))
  const [volts, amperes] = [phases('Voltage Ph#-N'), phases('Current Ph#')]
  const isOne = volts.every((one) => one === null) && !THREE_PHASE.test(sn)
  const isOneA = amperes.every((one) => one === null) && !THREE_PHASE.test(sn)
  return {
    sn,
    ...about,
    ts: atMs,
    isReachable: flag(at(inverter, 'reachable')),
    isProducing: flag(at(inverter, 'producing')),
    volts: isOne ? [value('Voltage')] : volts,
    amperes: isOneA ? [value('Current')] : amperes,
    hertz: value('Frequency'),
    watts: value('Power'),
    vars: value('ReactivePower'),
    powerFactor: value('PowerFactor'),
    dcWatts: value('Power DC'),
    celsius: value('Temperature'),
    totalWh: energyOf(field('YieldTotal')),
    dayWh: energyOf(field('YieldDay')),
    inputs: inputs.map(([key, input]) => ({
      n: Number(key),
      volts: valueOf(at(input, 'Voltage')),
      amperes: valueOf(at(input, 'Current')),
      watts: valueOf(at(input, 'Power')),
    })),
    raw: {
      limit_relative: numberAt(inverter, 'limit_relative'),
      limit_absolute: numberAt(inverter, 'limit_absolute'),
      rssi: numberAt(inverter, 'radio_stats', 'rssi'),
      ...(isOne ? {} : { Voltage: value('Voltage') }),
    },
  }
}

/** An OpenDTU by its web interface, read again and again. */
export class OpenDtu {
  readonly #web: Web
  readonly #now: () => number
  readonly #about = new Map<string, About>()
  readonly #heard = new Map<string, number>()

  /** `now`: epoch ms; OpenDTU says ages, not times. */
  constructor(web: Web, now: () => number) {
    this.#web = web
    this.#now = now
  }

  async read(): Promise<DeviceReport> {
    const status = await readJson(this.#web, '/api/livedata/status')
    if (at(status, 'inverters') === undefined)
      throw new DeviceError('unrecognised', 'The device answers, but it is no OpenDTU.')
    const listed = listAt(status, 'inverters').slice(0, MOST_INVERTERS)
    const readings: DeviceReport['readings'] = []
    for (const inverter of listed) {
      const sn = textAt(inverter, 'serial')
      if (sn === null || !/^[0-9a-f]{1,32}$/i.test(sn)) continue
      // Since 2024 the list has no values: each is asked for its own.
      const isWhole = at(inverter, 'AC') !== undefined || at(inverter, '0') !== undefined
      const page = isWhole ? null : await readJson(this.#web, `/api/livedata/status?inv=${sn}`)
      const whole = page === null ? inverter : listAt(page, 'inverters')[0]
      const age = numberAt(whole, 'data_age')
      const about = await this.#aboutOf(sn)
      readings.push(...hoymilesReading(saidOf(whole, sn, this.#heardAt(sn, age), about)))
    }
    if (readings.length > 0) return { profile: 'opendtu', brand: 'Hoymiles', model: null, readings }
    throw new DeviceError(
      'unsupported',
      `This OpenDTU answers, and has heard none of its ${listed.length} inverters since its start.`,
    )
  }

  /** One hearing keeps its time, though its age is told in whole seconds. */
  #heardAt(sn: string, ageS: number | null): number | null {
    if (ageS === null || ageS < 0) return null
    const heard = this.#now() - ageS * 1000
    const before = this.#heard.get(sn)
    if (before !== undefined && Math.abs(heard - before) < SAME_MS) return before
    this.#heard.set(sn, heard)
    return heard
  }

  async #aboutOf(sn: string): Promise<About> {
    const before = this.#about.get(sn)
    if (before !== undefined) return before
    const info = await readJsonIfThere(this.#web, `/api/devinfo/status?inv=${sn}`)
    const about = info === null ? nothing : aboutOf(info)
    // Until it has heard the inverter it knows nothing of it.
    if (info === null || about.model !== null) this.#about.set(sn, about)
    return about
  }
}
