import { DeviceError, hasFailed, lacksRegisters } from './engine/device-error.ts'
import type { Device, DeviceWishes, Manners, RegisterAccess } from './engine/device.ts'
import type { AskObjects } from './engine/huawei/device-list.ts'
import { HUAWEI_LOGGER, HuaweiLogger } from './engine/huawei/read-logger.ts'
import { GoodWe } from './engine/goodwe/read-goodwe.ts'
import { textOf } from './engine/goodwe/words.ts'
import { mapSunSpec } from './engine/map-sunspec.ts'
import { ProfileDevice } from './engine/profile/profile-device.ts'
import type { Profile } from './engine/profile/profile-schema.ts'
import { Inquiry, recognise } from './engine/profile/recognise.ts'
import type { DeviceReport } from './engine/reading.ts'
import { readChain } from './engine/sunspec/walk.ts'
import { allProfiles } from './profiles/all-profiles.ts'
import { huaweiSun2000 } from './profiles/huawei.ts'
import { familyOf } from './profile-names.ts'
import { ReadBeside } from './read-beside.ts'

/** Registers of a device that can be asked more carefully once it is known. */
type DeviceRegisters = RegisterAccess & { beCareful: (manners: Manners) => void; close: () => void }
/** Where several units stand behind one connection: this one, what it says of the others, and each of them. */
export type OtherUnits = {
  own: number
  ask: AskObjects
  unit: (number: number) => DeviceRegisters
}
type Reader = (now: number) => Promise<DeviceReport>

const GOODWE = 'goodwe'
/** SunSpec reads itself, and GoodWe and loggers of Huawei have readers of their own; every other profile is data. */
export const registerProfiles: readonly string[] = [
  'sunspec',
  ...allProfiles.map(({ name }) => name),
  GOODWE,
  HUAWEI_LOGGER,
]
/** Loggers of Huawei speak for all inverters behind them under this unit. Source: Huawei's definition of its interface. */
const LOGGER_UNIT = 0
/** Serials of inverters of GoodWe that speak Modbus TCP: hybrids, and those of the grid. Source: its registers. */
const goodWeSerials = [35_003, 30_004]
const SERIAL_WORDS = 8

const isGoodWe = async (inquiry: Inquiry): Promise<boolean> => {
  for (const at of goodWeSerials) {
    const words = await inquiry.words('holding', at, SERIAL_WORDS)
    const text = words === null ? null : textOf(words.flatMap((word) => [word >> 8, word & 0xff]))
    if (text !== null && /^[0-9A-Z]{16}$/.test(text)) return true
  }
  return false
}

/** Whether a device said that it is none of the family it was asked as. */
const isOtherDevice = (error: unknown): boolean =>
  lacksRegisters(error) || (error instanceof DeviceError && error.reason === 'contradiction')

/** How much was said. */
const valuesOf = ({ readings }: DeviceReport): number =>
  readings.reduce((sum, { m }) => sum + Object.keys(m).length, 0)

/** Of devices that swallow what is asked right after connecting. Source: Huawei, in openhab/openhab-core#2926. */
const LONGEST_SETTLE_MS = 2_000
const lost = ['timeout', 'closed', 'garbled']
const maySpeakOtherwise = (error: DeviceError): boolean =>
  lost.includes(error.reason) || error.reason === 'not_sunspec' || hasFailed(error)

/** A device behind registers: of the profile that is wished for, or of the one it is recognised by. */
export const registerDevice = (
  registers: DeviceRegisters,
  { profile, manners }: DeviceWishes,
  others: OtherUnits | null = null,
): Device => {
  const opened: DeviceRegisters[] = []
  const beside = new ReadBeside(registers, manners?.longest)
  const bySunSpec: Reader = async (now) =>
    beside.with(mapSunSpec(await readChain(registers, manners?.longest)), now)
  const byProfile = (one: Profile): Reader => {
    const { settleMs, gapMs, timeoutMs = 0 } = one.manners
    registers.beCareful({ settleMs, gapMs, timeoutMs })
    const device = new ProfileDevice(one, manners?.longest)
    return (now) => device.read(registers, now)
  }

  const byGoodWe = (): Reader => {
    const device = new GoodWe({ unit: () => registers, aa55: null })
    return () => device.read()
  }
  type Found = { reader: Reader; report: DeviceReport }
  const readBy = async (reader: Reader, now: number): Promise<Found> => ({
    reader,
    report: await reader(now),
  })

  /** One of several families, by its signs; where a copy of its registers has none, by who has most to say of it. */
  const findAmong = async (family: readonly Profile[], now: number): Promise<Found> => {
    const recognised = await recognise(new Inquiry(registers), family)
    if (recognised !== null) return readBy(byProfile(recognised), now)
    let best: Found | null = null
    let trouble: unknown = null
    for (const one of family)
      try {
        const found = await readBy(byProfile(one), now)
        if (best === null || valuesOf(found.report) > valuesOf(best.report)) best = found
      } catch (error) {
        if (!isOtherDevice(error)) throw error
        trouble ??= error
      }
    if (best === null) throw trouble
    return best
  }

  const byLogger = (): Reader => {
    if (others === null)
      throw new DeviceError(
        'address',
        `Loggers of Huawei are reached by Modbus TCP (profile ${HUAWEI_LOGGER}).`,
      )
    const { settleMs, gapMs, timeoutMs = 0 } = huaweiSun2000.manners
    registers.beCareful({ settleMs, gapMs, timeoutMs })
    const logger = new HuaweiLogger(huaweiSun2000, {
      ask: others.ask,
      unit: (number) => {
        const unit = others.unit(number)
        opened.push(unit)
        return unit
      },
      longest: manners?.longest,
    })
    return (now) => logger.read(now)
  }

  /** Reads once by what it finds, so that a device is not asked twice. */
  const find = async (now: number): Promise<Found> => {
    if (profile === HUAWEI_LOGGER) return readBy(byLogger(), now)
    if (profile === GOODWE) return readBy(byGoodWe(), now)
    const names = profile === null ? [] : familyOf(profile, registerProfiles)
    const family = allProfiles.filter(({ name }) => names.includes(name))
    const exact = family.find(({ name }) => name === profile)
    if (exact !== undefined)
      try {
        return await readBy(byProfile(exact), now)
      } catch (error) {
        // "growatt" is a family and begins the name of another.
        if (family.length === 1 || !isOtherDevice(error)) throw error
        return findAmong(
          family.filter((one) => one !== exact),
          now,
        ).catch(() => {
          throw error
        })
      }
    if (family.length > 0) return findAmong(family, now)
    try {
      return await readBy(bySunSpec, now)
    } catch (error) {
      if (!(error instanceof DeviceError) || profile === 'sunspec' || !maySpeakOtherwise(error)) throw error
      if (lost.includes(error.reason)) registers.beCareful({ settleMs: LONGEST_SETTLE_MS })
    }
    const inquiry = new Inquiry(registers)
    const found = await recognise(inquiry, allProfiles)
    if (found !== null) return readBy(byProfile(found), now)
    if (await isGoodWe(inquiry)) return readBy(byGoodWe(), now)
    if (others?.own === LOGGER_UNIT)
      try {
        return await readBy(byLogger(), now)
      } catch (error) {
        // No logger either: it is a stranger.
        if (!(error instanceof DeviceError) || error.reason !== 'unrecognised') throw error
      }
    throw new DeviceError(
      'unrecognised',
      `The device answers, but speaks no SunSpec, and its registers are those of no family that is known here. If it should be known, name its profile: ${registerProfiles.join(', ')}.`,
    )
  }

  let known: Reader | null = null
  return {
    read: async () => {
      const now = performance.now()
      if (known !== null) return await known(now)
      const { reader, report } = await find(now)
      known = reader
      return report
    },
    registers,
    close: () => {
      registers.close()
      for (const unit of opened.splice(0)) unit.close()
    },
  }
}
