import type { ReadableRegisters } from '../device.ts'
import { DeviceError } from '../device-error.ts'
import { ProfileDevice } from '../profile/profile-device.ts'
import type { Profile } from '../profile/profile-schema.ts'
import type { DeviceReading, DeviceReport } from '../reading.ts'
import { readDeviceList, type AskObjects, type ListedDevice } from './device-list.ts'

export const HUAWEI_LOGGER = 'huawei-logger'
/** Devices are added by hand: the list is asked for again after so long, ms. No source: chosen. */
const LIST_MS = 3_600_000

type Inverter = { listed: ListedDevice; registers: ReadableRegisters; device: ProfileDevice }

/** Orders are written to the unit of the address, which is the logger's own: they would be for its whole plant. */
const withoutControls = (reading: DeviceReading): DeviceReading => ({ ...reading, controls: null })

/** A SmartLogger or EMMA: names its inverters, each of which is read by its own unit over the same connection. */
export class HuaweiLogger {
  readonly #ask: AskObjects
  readonly #unit: (number: number) => ReadableRegisters
  readonly #profile: Profile
  readonly #longest: number | undefined
  #inverters: Inverter[] = []
  #listedAt: number | null = null

  constructor(
    profile: Profile,
    options: {
      ask: AskObjects
      unit: (number: number) => ReadableRegisters
      longest: number | undefined
    },
  ) {
    this.#profile = profile
    this.#ask = options.ask
    this.#unit = options.unit
    this.#longest = options.longest
  }

  /** `now`: ms of any clock that goes on evenly. Rejects with a `DeviceError`. */
  async read(now: number): Promise<DeviceReport> {
    if (this.#listedAt === null || now - this.#listedAt >= LIST_MS) {
      this.#inverters = await this.#list()
      this.#listedAt = now
    }
    const readings: DeviceReading[] = []
    const notes: string[] = []
    let trouble: DeviceError | null = null
    for (const { listed, registers, device } of this.#inverters)
      try {
        const report = await device.read(registers, now)
        // What it says of its serial may have been left out this time; the list has it.
        const own = report.readings
          .map(withoutControls)
          .map((reading, index) =>
            index === 0
              ? { ...reading, sn: reading.sn ?? listed.sn }
              : { ...reading, name: `unit ${listed.unit}` },
          )
        readings.push(...own)
      } catch (error) {
        if (!(error instanceof DeviceError)) throw error
        trouble ??= error
        notes.push(`${listed.model} at unit ${listed.unit}: ${error.message.replace(/\.$/, '')}`)
      }
    // Who sleeps, sleeps: as long as one of them answers the others are told.
    if (readings.length === 0 && trouble !== null) throw trouble
    return { profile: HUAWEI_LOGGER, brand: 'Huawei', model: null, readings, notes }
  }

  async #list(): Promise<Inverter[]> {
    const listed = await readDeviceList(this.#ask)
    if (listed === null || listed.length === 0)
      throw new DeviceError(
        'unrecognised',
        listed === null
          ? 'The device answers, and has no list of devices as loggers of Huawei have one.'
          : 'The logger of Huawei answers, and has no inverter in its list.',
      )
    return listed.map(
      (one): Inverter =>
        this.#inverters.find(({ listed: { unit, sn } }) => unit === one.unit && sn === one.sn) ?? {
          listed: one,
          registers: this.#unit(one.unit),
          device: new ProfileDevice(this.#profile, this.#longest),
        },
    )
  }
}
