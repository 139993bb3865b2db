import { DeviceError } from './engine/device-error.ts'
import type { Device, DeviceWishes } from './engine/device.ts'

/** A setting of an address, after the `?`; `usual` = what it is when it is not said; null = it has to be said. */
export type Setting =
  | { least: number; most: number; usual: number | null }
  | { choices: readonly string[]; usual: string | null }

/** What the URL of a device says. */
export type DeviceAddress = {
  url: string
  /** '' where the scheme has none. */
  host: string
  /** 0 where the scheme has none. */
  port: number
  /** What stands behind host and port, with its slash; '' = nothing. */
  path: string
  number: (setting: string) => number
  choice: (setting: string) => string
}

/** Host and port as they stand in a URL. */
export const hostPort = ({ host, port }: Pick<DeviceAddress, 'host' | 'port'>): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

/** A way to reach devices: the scheme of their URLs. */
export type Scheme = {
  name: string
  /** Shown to people who typed something else. */
  example: string
  /** When the URL names none; null = the scheme has no host and no port: a path alone. */
  port: number | null
  /** What its path may be; null = it has none. */
  path: { pattern: RegExp; says: string } | null
  settings: Readonly<Record<string, Setting>>
  /** What `profile` may be. */
  profiles: readonly string[]
  open: (address: DeviceAddress, wishes: DeviceWishes) => Device
}

const wrong = (says: string): DeviceError => new DeviceError('address', says)

const settingOf = (name: string, setting: Setting, given: string | null): number | string => {
  if (given === null && setting.usual !== null) return setting.usual
  if (given === null) throw wrong(`The address has to say its ${name}, as in ?${name}=….`)
  if ('choices' in setting) {
    if (setting.choices.includes(given)) return given
    throw wrong(`${name} has to be one of: ${setting.choices.join(', ')}.`)
  }
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN
  if (number >= setting.least && number <= setting.most) return number
  throw wrong(`The ${name} has to be a whole number from ${setting.least} to ${setting.most}.`)
}

/** The scheme of an address and what the address says. Throws a `DeviceError` that says what would be right. */
export const readAddress = (
  text: string,
  schemes: readonly Scheme[],
): { scheme: Scheme; address: DeviceAddress } => {
  const names = schemes.map(({ name }) => name).join(', ')
  const url = URL.parse(text)
  const scheme = schemes.find(({ name }) => `${name}:` === url?.protocol)
  if (url === null || !text.includes('://'))
    throw wrong(
      `"${text}" is no address. Addresses look like ${schemes[0]?.example}; of schemes there are: ${names}.`,
    )
  if (scheme === undefined)
    throw wrong(`There is no scheme "${url.protocol.slice(0, -1)}"; there are: ${names}.`)
  const like = `Addresses of ${scheme.name} look like ${scheme.example}.`
  if (url.username !== '' || url.password !== '')
    throw wrong(`An address has no name and no password in it: a secret is given beside it. ${like}`)
  if (scheme.port === null && url.host !== '') throw wrong(`"${text}" names a host. ${like}`)
  if (scheme.port !== null && url.hostname === '') throw wrong(`"${text}" names no host. ${like}`)
  const path = url.pathname === '/' ? '' : decodeURIComponent(url.pathname)
  if (scheme.path === null && path !== '') throw wrong(`"${path}" has no place in the address. ${like}`)
  if (scheme.path !== null && !scheme.path.pattern.test(path)) throw wrong(`${scheme.path.says} ${like}`)
  const given = [...url.searchParams.keys()]
  const known = Object.keys(scheme.settings)
  const other = given.find((key) => !known.includes(key))
  if (other !== undefined)
    throw wrong(`${scheme.name} has no setting "${other}"; it has: ${known.join(', ') || 'none'}.`)
  const twice = given.find((key, index) => given.indexOf(key) !== index)
  if (twice !== undefined) throw wrong(`The address says its ${twice} twice.`)
  const settings = new Map(
    Object.entries(scheme.settings).map(([name, setting]) => [
      name,
      settingOf(name, setting, url.searchParams.get(name)),
    ]),
  )
  return {
    scheme,
    address: {
      url: text,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (scheme.port ?? 0) : Number(url.port),
      path,
      number: (name) => Number(settings.get(name)),
      choice: (name) => String(settings.get(name)),
    },
  }
}
