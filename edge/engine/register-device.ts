import type { Device, DeviceWishes, RegisterAccess } from './device.ts'
import { mapSunSpec } from './map-sunspec.ts'
import { readChain } from './sunspec/walk.ts'

/** A device behind registers. */
export const registerDevice = (
  registers: RegisterAccess & { close: () => void },
  { manners }: DeviceWishes,
): Device => ({
  read: async () => mapSunSpec(await readChain(registers, manners?.longest)),
  registers,
  close: () => registers.close(),
})
