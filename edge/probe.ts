import { mapSunSpec } from './engine/map-sunspec.ts'
import type { DeviceReport } from './engine/reading.ts'
import { readChain } from './engine/sunspec/walk.ts'
import { readAddress } from './device-address.ts'
import { ModbusTcp } from './transports/modbus-tcp.ts'

/** Reads a device once. Rejects with a `DeviceError`, whose message is a sentence. */
export const probe = async (url: string, profile: string | null): Promise<DeviceReport> => {
  const address = readAddress(url, profile)
  const device = new ModbusTcp(address)
  try {
    return mapSunSpec(await readChain(device))
  } finally {
    device.close()
  }
}
