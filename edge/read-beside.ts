import { DeviceError } from './engine/device-error.ts'
import type { ReadableRegisters } from './engine/device.ts'
import { ProfileDevice } from './engine/profile/profile-device.ts'
import type { Profile } from './engine/profile/profile-schema.ts'
import { Inquiry, recognise } from './engine/profile/recognise.ts'
import type { DeviceReading, DeviceReport } from './engine/reading.ts'
import { solarEdgeBatteries } from './profiles/solaredge.ts'

/** What was not there is looked for again after so long: batteries are added to inverters. No source: chosen. */
const AGAIN_MS = 3_600_000
/** What a part says that was there and is no longer. */
const gone = ['contradiction', 'exception']

/** What makers have in registers of their own beside their SunSpec models. */
const beside: readonly { maker: RegExp; profiles: readonly Profile[] }[] = [
  { maker: /^solaredge\b/i, profiles: solarEdgeBatteries },
]

/**
 * Of an inverter with batteries on its DC side, generation is what its modules give: its DC power, with what charges the
 * batteries and without what they give. Below 0 it is what the DC side loses. Source: evcc-io/evcc, templates of hybrids.
 */
const withModules = (
  readings: readonly DeviceReading[],
  batteries: readonly DeviceReading[],
): DeviceReading[] => {
  const powers = batteries.map(({ m }) => m.p)
  const first = readings.find(({ t }) => t === 'inverter')
  const dc = first?.m.p_dc
  if (batteries.length === 0 || typeof dc !== 'number' || powers.some((one) => typeof one !== 'number'))
    return [...readings]
  const given = powers.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const p_pv = Number(Math.max(0, dc - given).toFixed(3))
  return readings.map((one) => (one === first ? { ...one, m: { ...one.m, p_pv } } : one))
}

/** One such part of a device, which most devices do not have. */
class PartBeside {
  readonly #profile: Profile
  readonly #longest: number | undefined
  #device: ProfileDevice | null = null
  #lookedAt: number | null = null

  constructor(profile: Profile, longest: number | undefined) {
    this.#profile = profile
    this.#longest = longest
  }

  async read(registers: ReadableRegisters, now: number): Promise<DeviceReading[]> {
    try {
      if (this.#device === null) {
        if (this.#lookedAt !== null && now - this.#lookedAt < AGAIN_MS) return []
        // Whoever falls silent over it is not asked at every reading.
        this.#lookedAt = now
        const found = await recognise(new Inquiry(registers), [this.#profile])
        if (found === null) return []
        this.#device = new ProfileDevice(found, this.#longest)
      }
      return (await this.#device.read(registers, now)).readings
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      // Without its battery the inverter would seem to make what that gives, so a line's trouble ends the reading.
      if (this.#device !== null && !gone.includes(error.reason)) throw error
      if (this.#device !== null) this.#lookedAt = null
      this.#device = null
      return []
    }
  }
}

/** Adds to what a device says by SunSpec what its maker says elsewhere. */
export class ReadBeside {
  readonly #registers: ReadableRegisters
  readonly #longest: number | undefined
  #parts: readonly PartBeside[] | null = null

  constructor(registers: ReadableRegisters, longest: number | undefined) {
    this.#registers = registers
    this.#longest = longest
  }

  async with(report: DeviceReport, now: number): Promise<DeviceReport> {
    this.#parts ??= beside
      .filter(({ maker }) => maker.test(report.brand ?? ''))
      .flatMap(({ profiles }) => profiles.map((profile) => new PartBeside(profile, this.#longest)))
    const batteries: DeviceReading[] = []
    for (const part of this.#parts) batteries.push(...(await part.read(this.#registers, now)))
    return { ...report, readings: [...withModules(report.readings, batteries), ...batteries] }
  }
}
