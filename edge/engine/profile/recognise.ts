import { DeviceError, hasFailed, lacksRegisters } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import { decodePoint, sizeOf } from './decode-point.ts'
import type { Profile, ProfileSign } from './profile-schema.ts'

/** What a device does that does not know what it is asked; some are silent or hang up. */
const lost = ['timeout', 'closed', 'garbled']

/** Asks nothing twice, so that a device has little to answer until it is known. */
export class Inquiry {
  readonly #registers: ReadableRegisters
  readonly #known = new Map<string, readonly number[] | null>()
  /** The trouble of a device that has answered nothing so far. */
  trouble: DeviceError | null = null
  answered = false

  constructor(registers: ReadableRegisters) {
    this.#registers = registers
  }

  async words(table: 'holding' | 'input', address: number, count: number): Promise<readonly number[] | null> {
    const key = `${table} ${address} ${count}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const words = await this.#ask(table, address, count)
    this.#known.set(key, words)
    return words
  }

  async #ask(table: 'holding' | 'input', address: number, count: number): Promise<readonly number[] | null> {
    try {
      const words = [...(await this.#registers.read(address, count, table))]
      this.answered = true
      return words
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error
      if (lost.includes(error.reason)) this.trouble = error
      else if (lacksRegisters(error) || hasFailed(error)) this.answered = true
      else throw error
      return null
    }
  }
}

const signHolds = async (inquiry: Inquiry, profile: Profile, sign: ProfileSign): Promise<boolean> => {
  const words = await inquiry.words(sign.table ?? profile.table, sign.at, sizeOf(sign))
  if (words === null) return false
  const value = decodePoint({ ...sign, to: 'raw.Sign' }, words, profile.order)
  if (typeof value === 'string') return sign.matches?.test(value) === true
  if (value === null) return false
  const [least, most] = sign.between ?? [value, value]
  return value >= least && value <= most && sign.in?.includes(value) !== false
}

const allHold = async (
  inquiry: Inquiry,
  profile: Profile,
  signs: readonly ProfileSign[],
): Promise<boolean> => {
  for (const sign of signs) if (!(await signHolds(inquiry, profile, sign))) return false
  return true
}

/** The first profile whose signs a device has; null = none. Rejects when it answers nothing at all. */
export const recognise = async (inquiry: Inquiry, profiles: readonly Profile[]): Promise<Profile | null> => {
  for (const profile of profiles)
    for (const signs of profile.recognise) {
      if (await allHold(inquiry, profile, signs)) return profile
      // A few kinds of questions without any answer: nobody is there.
      if (!inquiry.answered && inquiry.trouble !== null) throw inquiry.trouble
    }
  return null
}
