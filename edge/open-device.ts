import { readAddress, type Scheme } from './device-address.ts'
import { DeviceError } from './engine/device-error.ts'
import type { Device, DeviceWishes } from './engine/device.ts'
import { mapTroubleOf } from './engine/topics/map-mistakes.ts'
import { profileNamed } from './profile-names.ts'
import { enphase } from './schemes/enphase.ts'
import { fronius } from './schemes/fronius.ts'
import { goodwe } from './schemes/goodwe.ts'
import { modbusRtu, modbusTcp, rtuOverTcp, solarman } from './schemes/modbus.ts'
import { mqtt } from './schemes/mqtt.ts'
import { opendtu } from './schemes/opendtu.ts'
import { shelly } from './schemes/shelly.ts'

/** Every way to reach devices; the first is the example that people are shown. */
export const schemes: readonly Scheme[] = [
  modbusTcp,
  modbusRtu,
  rtuOverTcp,
  solarman,
  fronius,
  enphase,
  opendtu,
  shelly,
  mqtt,
  goodwe,
]

/**
 * The device at an address, by the scheme of its URL. Connects nothing yet. Throws a `DeviceError` where the address
 * or the profile cannot be.
 */
export const openDevice = (url: string, wishes: DeviceWishes): Device => {
  const { scheme, address } = readAddress(url, schemes)
  const profile = wishes.profile === null ? null : profileNamed(wishes.profile, scheme.profiles)
  if (wishes.profile !== null && profile === null)
    throw new DeviceError(
      'address',
      `There is no profile "${wishes.profile}" of ${scheme.name}; there are: ${scheme.profiles.join(', ')}.`,
    )
  if (wishes.map != null) {
    const trouble = mapTroubleOf(wishes.map, scheme)
    if (trouble !== null) throw new DeviceError('address', trouble)
  }
  return scheme.open(address, { ...wishes, profile })
}

/** The scheme of a URL; null = there is none of that name. */
export const schemeOf = (url: string): Scheme | null =>
  schemes.find(({ name }) => `${name}:` === URL.parse(url)?.protocol) ?? null
