import { DeviceError } from './engine/device-error.ts'
import type { Device, DeviceWishes, Manners, RegisterAccess } from './engine/device.ts'
import { mapSunSpec } from './engine/map-sunspec.ts'
import { ProfileDevice } from './engine/profile/profile-device.ts'
import type { Profile } from './engine/profile/profile-schema.ts'
import { Inquiry, recognise } from './engine/profile/recognise.ts'
import type { DeviceReport } from './engine/reading.ts'
import { readChain } from './engine/sunspec/walk.ts'
import { allProfiles } from './profiles/all-profiles.ts'

/** Registers of a device that can be asked more carefully once it is known. */
type DeviceRegisters = RegisterAccess & { beCareful: (manners: Manners) => void; close: () => void }
type Reader = (now: number) => Promise<DeviceReport>

/** SunSpec reads itself; every other profile is data. */
export const registerProfiles: readonly string[] = ['sunspec', ...allProfiles.map(({ name }) => name)]

/** Of devices that swallow what is asked right after connecting. Source: Huawei, in openhab/openhab-core#2926. */
const LONGEST_SETTLE_MS = 2_000
const lost = ['timeout', 'closed', 'garbled']

/** A device behind registers: of the profile that is wished for, or of the one it is recognised by. */
export const registerDevice = (registers: DeviceRegisters, { profile, manners }: DeviceWishes): Device => {
  const bySunSpec: Reader = async () => mapSunSpec(await readChain(registers, manners?.longest))
  const byProfile = (one: Profile): Reader => {
    const { settleMs, gapMs, timeoutMs = 0 } = one.manners
    registers.beCareful({ settleMs, gapMs, timeoutMs })
    const device = new ProfileDevice(one, manners?.longest)
    return (now) => device.read(registers, now)
  }

  /** Reads once by what it finds, so that a device is not asked twice. */
  const find = async (now: number): Promise<{ reader: Reader; report: DeviceReport }> => {
    const named = allProfiles.find(({ name }) => name === profile)
    if (named !== undefined) {
      const reader = byProfile(named)
      return { reader, report: await reader(now) }
    }
    try {
      return { reader: bySunSpec, report: await bySunSpec(now) }
    } catch (error) {
      const reason = error instanceof DeviceError ? error.reason : null
      if (profile === 'sunspec' || reason === null || ![...lost, 'not_sunspec'].includes(reason)) throw error
      if (lost.includes(reason)) registers.beCareful({ settleMs: LONGEST_SETTLE_MS })
    }
    const found = await recognise(new Inquiry(registers), allProfiles)
    if (found === null)
      throw new DeviceError(
        'unrecognised',
        `The device answers, but speaks no SunSpec, and its registers are those of no family that is known here. If it should be known, name its profile: ${registerProfiles.join(', ')}.`,
      )
    const reader = byProfile(found)
    return { reader, report: await reader(now) }
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
    close: () => registers.close(),
  }
}
