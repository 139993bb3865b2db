import { readAddress, type Scheme } from './device-address.ts'
import { DeviceError } from './engine/device-error.ts'
import type { Device, DeviceWishes } from './engine/device.ts'
import { enphase } from './schemes/enphase.ts'
import { fronius } from './schemes/fronius.ts'
import { goodwe } from './schemes/goodwe.ts'
import { modbusRtu, modbusTcp, rtuOverTcp, solarman } from './schemes/modbus.ts'
import { mqtt } from './schemes/mqtt.ts'
import { opendtu } from './schemes/opendtu.ts'

/** Every way to reach devices; the first is the example that people are shown. */
export const schemes: readonly Scheme[] = [
  modbusTcp,
  modbusRtu,
  rtuOverTcp,
  solarman,
  fronius,
  enphase,
  opendtu,
  mqtt,
  goodwe,
]

/**
 * The device at an address, by the scheme of its URL. Connects nothing yet. Throws a `DeviceError` where the address
 * or the profile cannot be.
 */
export const openDevice = (url: string, wishes: DeviceWishes): Device => {
  const { scheme, address } = readAddress(url, schemes)
  const { profile } = wishes
  if (profile !== null && !scheme.profiles.includes(profile))
    throw new DeviceError(
      'address',
      `There is no profile "${profile}" of ${scheme.name}; there are: ${scheme.profiles.join(', ')}.`,
    )
  return scheme.open(address, wishes)
}

/** The scheme of a URL; null = there is none of that name. */
export const schemeOf = (url: string): Scheme | null =>
  schemes.find(({ name }) => `${name}:` === URL.parse(url)?.protocol) ?? null
