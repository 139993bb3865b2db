import { DeviceError } from './engine/device-error.ts'

const schemes = ['modbus-tcp']
const profiles = ['sunspec']
const MODBUS_PORT = 502
const LAST_UNIT = 255

const wrong = (says: string): DeviceError => new DeviceError('unsupported', says)

/** What a URL of a device says. Throws a `DeviceError` that says what would be right. */
export const readAddress = (
  text: string,
  profile: string | null,
): { host: string; port: number; unit: number } => {
  const exist = `Addresses look like ${schemes[0]}://192.168.1.20:502?unit=1; of schemes there are: ${schemes.join(', ')}.`
  const url = URL.parse(text)
  if (url === null) throw wrong(`"${text}" is no address. ${exist}`)
  const scheme = url.protocol.slice(0, -1)
  if (!schemes.includes(scheme)) throw wrong(`There is no scheme "${scheme}". ${exist}`)
  if (url.hostname === '') throw wrong(`"${text}" names no host. ${exist}`)
  if (profile !== null && !profiles.includes(profile))
    throw wrong(`There is no profile "${profile}"; there are: ${profiles.join(', ')}.`)
  const other = [...url.searchParams.keys()].find((key) => key !== 'unit')
  if (other !== undefined) throw wrong(`${scheme} has no setting "${other}"; it has: unit.`)
  const unit = Number(url.searchParams.get('unit') ?? '1')
  if (!Number.isInteger(unit) || unit < 0 || unit > LAST_UNIT)
    throw wrong(`The unit has to be a whole number from 0 to ${LAST_UNIT}.`)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? MODBUS_PORT : Number(url.port),
    unit,
  }
}
