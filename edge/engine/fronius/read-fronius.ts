import { DeviceError } from '../device-error.ts'
import { at, entriesAt, numberAt, textAt } from '../json.ts'
import type { DeviceReading, DeviceReport } from '../reading.ts'
import { readJsonAmongOthers, readJsonIfThere, type Web } from '../web.ts'
import { flowReading, inverterReading } from './map-inverter.ts'
import { batteryReadings, meterReadings } from './map-others.ts'
import { froniusModel } from './models.ts'

/** `Head.Status.Code`: good; asked for something that this logger or this inverter does not have. Source: Solar API V1. */
const GOOD = 0
const lacking = [1, 6, 11, 255]
/** An inverter without a number of its own says so. */
const NO_ID = '16777215'
/** Inverters of one logger. Source: Fronius Solar API V1. */
const MOST_INVERTERS = 100

/** Who is asked where nobody is named. */
const FIRST: [string, unknown][] = [['1', undefined]]

type Version = { base: string; device: 'DeviceId' | 'DeviceIndex' }
const versions: readonly Version[] = [
  { base: '/solar_api/v1/', device: 'DeviceId' },
  { base: '/solar_api/', device: 'DeviceIndex' },
]

/** A logger of Fronius, read again and again: what it does not have it is asked for once. */
export class FroniusLogger {
  readonly #web: Web
  #version: Version | null = null
  #serials: Map<string, string> | null = null
  readonly #lacks = new Set<string>()
  /** Pages that there are, whatever they say. */
  readonly #pages = new Set<string>()
  /** Of the pages of this reading, the first that was. */
  #trouble: DeviceError | null = null

  constructor(web: Web) {
    this.#web = web
  }

  /** All inverters, meters and batteries behind the logger. */
  async read(): Promise<DeviceReport> {
    const { base, device } = (this.#version ??= await this.#findVersion())
    this.#trouble = null
    const info = await readJsonIfThere(this.#web, `${base}GetInverterInfo.cgi`)
    const code = numberAt(info, 'Head', 'Status', 'Code')
    if (info !== null && code !== GOOD)
      throw new DeviceError('garbled', `The logger of Fronius names no inverters: its status is ${code}.`)
    this.#serials ??= await this.#readSerials(base)
    const flow = await this.#ask(`${base}GetPowerFlowRealtimeData.fcgi`)
    const site = at(flow, 'Body', 'Data', 'Site')
    const flowing = new Map(entriesAt(flow, 'Body', 'Data', 'Inverters'))
    const named = info === null ? [...flowing] : entriesAt(info, 'Body', 'Data')
    // Who names no inverter at all may have a first one.
    const described = (info === null && named.length === 0 ? FIRST : named).slice(0, MOST_INVERTERS)
    const storages = await this.#askAll(`${base}GetStorageRealtimeData.cgi`)
    const hasBattery = entriesAt(storages, 'Body', 'Data').length > 0
    const inverters: DeviceReading[] = []
    for (const [id, about] of described) {
      const of = (collection: string) =>
        `${base}GetInverterRealtimeData.cgi?Scope=Device&${device}=${encodeURIComponent(id)}&DataCollection=${collection}`
      // An inverter sleeps at night: that it says nothing now means nothing for later.
      const common = await this.#ask(of('CommonInverterData'), false)
      const sn = this.#serials.get(id) ?? serialOf(about)
      if (common === null) {
        // What the power flow says is told where there is no page of the inverter.
        const isThere = this.#pages.has(of('CommonInverterData'))
        if (!isThere) inverters.push(...flowReading(flowing.get(id), sn))
        continue
      }
      const isAwake = numberAt(common, 'Body', 'Data', 'PAC', 'Value') !== null
      const phases = await this.#ask(of('3PInverterData'), isAwake)
      inverters.push(
        inverterReading({
          sn,
          model: froniusModel(numberAt(about, 'DT')),
          common: at(common, 'Body', 'Data'),
          phases: at(phases, 'Body', 'Data'),
          // Of several inverters nobody knows which the battery belongs to.
          pvW: hasBattery && described.length === 1 ? numberAt(site, 'P_PV') : null,
        }),
      )
    }
    const meters = await this.#askAll(`${base}GetMeterRealtimeData.cgi`)
    const readings = [
      ...inverters,
      ...meterReadings(meters, numberAt(site, 'P_Grid')),
      ...batteryReadings(storages, numberAt(site, 'P_Akku')),
    ]
    const model = inverters[0]?.about.model ?? froniusModel(numberAt(described[0]?.[1], 'DT')).name
    if (readings.length > 0) return { profile: 'fronius', brand: 'Fronius', model, readings }
    if (this.#trouble !== null) throw this.#trouble
    if (info === null && flow === null) throw stranger()
    throw new DeviceError(
      'unsupported',
      `The logger of Fronius answers, and none of its ${described.length} inverters says anything now.`,
    )
  }

  /**
   * An answer; null = there is no such page, or it has nothing to say. What is lacking is not asked for again, if that
   * `isForGood`.
   */
  async #ask(path: string, isForGood = true): Promise<unknown> {
    if (this.#lacks.has(path)) return null
    const { value: answer, trouble } = await readJsonAmongOthers(this.#web, path)
    this.#trouble ??= trouble
    if (answer !== null || trouble !== null) this.#pages.add(path)
    const code = numberAt(answer, 'Head', 'Status', 'Code')
    const isLacking = (answer === null && trouble === null) || lacking.includes(code ?? GOOD)
    if (isForGood && isLacking) this.#lacks.add(path)
    return code === GOOD ? answer : null
  }

  /** What a page says of all devices of a kind; of the first, where there is no page of all. */
  async #askAll(page: string): Promise<unknown> {
    const all = await this.#ask(`${page}?Scope=System`)
    if (this.#pages.has(`${page}?Scope=System`)) return all
    const first = await this.#ask(`${page}?Scope=Device&DeviceId=0`)
    return first === null
      ? null
      : { Head: at(first, 'Head'), Body: { Data: { 0: at(first, 'Body', 'Data') } } }
  }

  async #findVersion(): Promise<Version> {
    const said = await readJsonIfThere(this.#web, '/solar_api/GetAPIVersion.cgi')
    const [newer] = versions
    if (newer === undefined) throw new Error('there are two versions')
    if (numberAt(said, 'APIVersion') === 1) return newer
    if (said !== null) throw stranger()
    // Older ones do not name their version, and a copy of pages may leave that one out.
    for (const version of versions)
      for (const page of ['GetInverterInfo.cgi', 'GetPowerFlowRealtimeData.fcgi'])
        if ((await readJsonIfThere(this.#web, `${version.base}${page}`)) !== null) return version
    return newer
  }

  async #readSerials(base: string): Promise<Map<string, string>> {
    const active = await this.#ask(`${base}GetActiveDeviceInfo.cgi?DeviceClass=System`)
    return new Map(
      entriesAt(active, 'Body', 'Data', 'Inverter').flatMap(([id, inverter]) => {
        const serial = textAt(inverter, 'Serial')
        return serial === null ? [] : [[id, serial]]
      }),
    )
  }
}

const stranger = (): DeviceError =>
  new DeviceError(
    'unrecognised',
    'The device answers, but it is no logger of Fronius, or its Solar API is switched off or of a version not known here.',
  )

const serialOf = (about: unknown): string | null => {
  const said = textAt(about, 'UniqueID')
  return said === NO_ID ? null : said
}
