import { DeviceError } from '../device-error.ts'
import { at, numberAt, textAt } from '../json.ts'
import type { DeviceReport } from '../reading.ts'
import { readJson, readJsonIfThere, type Web } from '../web.ts'
import { newerMeters, olderMeters, shellyReadings } from './map-shelly.ts'

/** As they print it: twelve figures and letters without colons. */
const MAC = /^[0-9A-F]{12}$/
/** Types of the first generation whose three meters are the lines of one. */
const THREE_LINES = /^SHEM-3/

type Who = {
  isNewer: boolean
  mac: string | null
  model: string | null
  sw: string | null
  threeLines: boolean
}

const whoOf = (said: unknown): Who | null => {
  const mac = textAt(said, 'mac')?.toUpperCase().replaceAll(':', '') ?? null
  const type = textAt(said, 'type')
  const isNewer = (numberAt(said, 'gen') ?? 1) >= 2
  if (mac === null || !MAC.test(mac) || (!isNewer && type === null)) return null
  return {
    isNewer,
    mac,
    model: isNewer ? (textAt(said, 'app') ?? textAt(said, 'model')) : type,
    sw: textAt(said, isNewer ? 'ver' : 'fw'),
    threeLines: type !== null && THREE_LINES.test(type),
  }
}

/** Opens its pages, with the login that its generation wants. */
export type OpenShelly = (login: 'digest' | 'basic' | null) => Web & { close: () => void }

/** A Shelly by its local pages: `/shelly` says who it is, also to those who are not let in. */
export class Shelly {
  readonly #open: OpenShelly
  #web: Web & { close: () => void }
  #who: Who | null = null

  constructor(open: OpenShelly) {
    this.#open = open
    // Who it is it says to anybody.
    this.#web = open(null)
  }

  close(): void {
    this.#web.close()
  }

  async #find(): Promise<Who> {
    const who = whoOf(await readJsonIfThere(this.#web, '/shelly'))
    if (who === null)
      throw new DeviceError(
        'unrecognised',
        'The device answers, but it is no Shelly, or of no kind known here.',
      )
    this.#web.close()
    this.#web = this.#open(who.isNewer ? 'digest' : 'basic')
    return who
  }

  /** Rejects with a `DeviceError`. */
  async read(): Promise<DeviceReport> {
    this.#who ??= await this.#find()
    const { isNewer, mac, model, sw, threeLines } = this.#who
    const status = await readJson(this.#web, isNewer ? '/rpc/Shelly.GetStatus' : '/status')
    // Another one may have taken its address.
    const now = textAt(status, 'sys', 'mac') ?? textAt(status, 'mac')
    if (now !== null && now.toUpperCase() !== mac) {
      this.#who = null
      throw new DeviceError(
        'contradiction',
        `Another Shelly answers at this address now: ${now.slice(0, 32)}.`,
      )
    }
    const meters = isNewer ? newerMeters(status) : olderMeters(status, threeLines)
    if (meters.length === 0)
      throw new DeviceError(
        'unsupported',
        `This Shelly (${model ?? 'of unknown kind'}) measures nothing${at(status, 'sys') === undefined && isNewer ? ', or says nothing now' : ''}.`,
      )
    const about = { brand: 'Shelly', model, sw, ratedW: null, mppt: null, strings: null }
    return { profile: 'shelly', brand: 'Shelly', model, readings: shellyReadings(meters, { mac, about }) }
  }
}
