import { DeviceError } from '../device-error.ts'
import { numberAt } from '../json.ts'
import type { DeviceReading, DeviceReport } from '../reading.ts'
import { readJsonAmongOthers, type Web, type WebLogin } from '../web.ts'
import { detailedModules, reportedModules } from './map-modules.ts'
import { batteries, gridMeter, siteEnergy } from './map-site.ts'

/** From this firmware on the gateway wants a token, and says so. Source: Enphase, IQ Gateway local APIs. */
const TOKEN_FIRMWARE = 7
/** Modules report every 900 s: their pages are long, and are read no more often than this, ms. No source: chosen. */
const MODULES_MS = 60_000

export type OpenWeb = (how: { isSecure: boolean; login: WebLogin | null }) => Web & { close: () => void }

/** `wish`: what it says that it wants and was not given; null = nothing. */
type Gateway = { sn: string; sw: string; web: Web; wish: DeviceError | null }

const tag = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]{1,64})</${name}>`).exec(xml)?.[1]?.trim() ?? null

/** An IQ Gateway or Envoy in its own network, read again and again: what it does not have it is asked for once. */
export class EnphaseGateway {
  readonly #open: OpenWeb
  readonly #secret: string | null
  #web: { close: () => void } | null = null
  #gateway: Gateway | null = null
  readonly #lacks = new Set<string>()
  /** Of the pages of this reading, the first that was. */
  #trouble: DeviceError | null = null
  #modules: { readings: DeviceReading[]; hasEnergy: boolean; at: number } | null = null

  constructor(open: OpenWeb, secret: string | null) {
    this.#open = open
    this.#secret = secret
  }

  /** Micro-inverters, meter and batteries. */
  async read(): Promise<DeviceReport> {
    const { sn, sw, web, wish } = (this.#gateway ??= await this.#find())
    this.#trouble = null
    const ask = (path: string, isThere: (answer: unknown) => boolean) => this.#ask(web, path, isThere)
    if (this.#modules === null || performance.now() - this.#modules.at > MODULES_MS)
      this.#modules = await this.#readModules(web)
    const { readings: modules, hasEnergy } = this.#modules
    const production = hasEnergy ? null : await ask('/api/v1/production', isObject)
    const site = siteEnergy(production, { gateway: sn, sw, isAlone: modules.length === 0 })
    const meters = await ask('/ivp/meters', isFilled)
    const measured = meters === null ? null : await ask('/ivp/meters/readings', isFilled)
    const inventory = await ask('/ivp/ensemble/inventory', isFilled)
    const power = inventory === null ? null : await ask('/ivp/ensemble/power', isObject)
    const readings = [...modules, ...site, ...gridMeter(meters, measured, sn), ...batteries(inventory, power)]
    if (readings.length > 0) return { profile: 'enphase', brand: 'Enphase', model: 'IQ Gateway', readings }
    if (this.#isForbidden() && wish !== null) throw wish
    throw (
      this.#trouble ??
      new DeviceError('unsupported', 'The gateway of Enphase answers, and nothing behind it says anything.')
    )
  }

  close(): void {
    this.#web?.close()
    this.#gateway = null
    this.#modules = null
    this.#lacks.clear()
  }

  #isForbidden(): boolean {
    return this.#trouble?.reason === 'login'
  }

  async #readModules(web: Web): Promise<{ readings: DeviceReading[]; hasEnergy: boolean; at: number }> {
    const details = await this.#ask(web, '/ivp/pdm/device_data', isObject)
    // Whose modules count their energy has no other counter beside them.
    if (details === null && this.#modules?.hasEnergy === true && this.#trouble !== null) throw this.#trouble
    const detailed = detailedModules(details)
    const [count, most] = [numberAt(details, 'deviceCount'), numberAt(details, 'deviceDataLimit')]
    const hasEnergy = detailed.length > 0 && (count === null || most === null || count < most)
    if (hasEnergy) return { readings: detailed, hasEnergy, at: performance.now() }
    // The gateway tells the details of 50 devices at most: where there are more, its own counter counts for all.
    const reported = reportedModules(await this.#ask(web, '/api/v1/production/inverters', Array.isArray))
    const known = new Set(detailed.map(({ sn }) => sn))
    const readings = [
      ...detailed.map((one) => ({ ...one, m: { ...one.m, e_tot: null } })),
      ...reported.filter(({ sn }) => !known.has(sn)),
    ]
    return { readings, hasEnergy, at: performance.now() }
  }

  /** The answer of a page; null = the gateway has none that `isThere`, and is not asked for it again. */
  async #ask(web: Web, path: string, isThere: (answer: unknown) => boolean): Promise<unknown> {
    if (this.#lacks.has(path)) return null
    const { value, trouble } = await readJsonAmongOthers(web, path)
    this.#trouble ??= trouble
    if (isThere(value)) return value
    if (trouble === null) this.#lacks.add(path)
    return null
  }

  async #find(): Promise<Gateway> {
    const { isSecure, info } = await this.#readInfo()
    const [sn, sw] = [tag(info, 'sn'), tag(info, 'software')]
    if (!info.includes('<envoy_info>') || sn === null || sw === null)
      throw new DeviceError('unrecognised', 'The device answers, but it is no gateway of Enphase.')
    const version = Number(/\d+/.exec(sw)?.[0] ?? 0)
    const wantsToken = tag(info, 'web-tokens') === 'true' || version >= TOKEN_FIRMWARE
    const login = wantsToken ? this.#token(isSecure) : digest(sn, this.#secret)
    const web = (this.#web = this.#open({ isSecure, login }))
    return { sn, sw, web, wish: wantsToken && login === null ? this.#wish(sw) : null }
  }

  /** null = none that may be sent: what stands before a gateway may have logged in by itself. */
  #token(isSecure: boolean): WebLogin | null {
    return this.#secret !== null && isSecure ? { kind: 'bearer', token: this.#secret } : null
  }

  #wish(sw: string): DeviceError {
    return new DeviceError(
      'login',
      this.#secret === null
        ? `This gateway of Enphase (firmware ${sw}) wants a token: its owner makes one at entrez.enphaseenergy.com, and it lasts a year.`
        : `This gateway of Enphase (firmware ${sw}) wants a token, which is sent over TLS alone, and it does not speak it here.`,
    )
  }

  /** `/info` is the one page without a login. Newer gateways speak TLS alone, older ones know none. */
  async #readInfo(): Promise<{ isSecure: boolean; info: string }> {
    for (const isSecure of [true, false]) {
      const web = this.#open({ isSecure, login: null })
      try {
        return { isSecure, info: (await web.get('/info')).body }
      } catch (error) {
        const mayBePlain = error instanceof DeviceError && ['refused', 'not_tls'].includes(error.reason)
        if (!isSecure || !mayBePlain) throw error
      } finally {
        web.close()
      }
    }
    throw new Error('never reached')
  }
}

/** The user of older firmware, whose password is the end of the serial unless somebody changed it. */
const digest = (sn: string, secret: string | null): WebLogin => ({
  kind: 'digest',
  user: 'envoy',
  password: secret ?? sn.slice(-6),
})

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !('error' in value)
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0
