import { DeviceError } from '#edge/engine/device-error.ts'
import type { ReadableRegisters } from '#edge/engine/device.ts'

/** Registers of a device in memory, from an address on; what it does not have it refuses as devices do. */
export const deviceAt = (
  base: number,
  words: readonly number[],
  onRead: (address: number, count: number) => void = () => {},
): ReadableRegisters => ({
  read: (address, count) => {
    try {
      onRead(address, count)
    } catch (error) {
      return Promise.reject(error)
    }
    const found = words.slice(Math.max(0, address - base), address - base + count)
    if (address < base || found.length < count)
      return Promise.reject(new DeviceError('exception', 'It has no such registers.', 2))
    return Promise.resolve(Uint16Array.from(found))
  },
})
