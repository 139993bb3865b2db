import { DeviceError } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import type { DeviceReport } from '../reading.ts'
import { readPart } from './map-part.ts'
import type { Profile } from './profile-schema.ts'
import { BlockReader } from './read-blocks.ts'

/** A device of a known family. It remembers which registers it has not, and which of its parts were there. */
export class ProfileDevice {
  readonly #profile: Profile
  readonly #blocks: BlockReader
  readonly #seen = new Set<number>()

  constructor(profile: Profile, longest: number | undefined) {
    this.#profile = profile
    this.#blocks = new BlockReader(profile, longest)
  }

  /** `now`: ms of any clock that goes on evenly. Rejects with a `DeviceError`. */
  async read(registers: ReadableRegisters, now: number): Promise<DeviceReport> {
    const words = await this.#blocks.read(registers, now)
    const readings = this.#profile.parts.flatMap((part, index) => {
      const reading = readPart(this.#profile, part, words, this.#seen.has(index))
      if (reading === null) return []
      this.#seen.add(index)
      return [reading]
    })
    const { name, brand } = this.#profile
    if (readings.length === 0)
      throw new DeviceError(
        'contradiction',
        `The device answers, and each of its registers says that it has no value (profile ${name}).`,
      )
    return { profile: name, brand, model: readings[0]?.about.model ?? null, readings }
  }
}
