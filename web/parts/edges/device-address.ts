import type { DeviceScheme } from '#domain/edges/device-url.ts'

/** What an address may say besides host and port, and whether it has to. */
type Asked = { name: 'unit' | 'serial' | 'baud'; usual: string }

/** How a device is reached: what a person is asked for it. */
export type Way = {
  scheme: DeviceScheme
  /** Where it has one: the usual port. */
  port: number | null
  /** In the place of host and port: the path of a serial line. */
  line: string | null
  /** It has a topic in the place of a path. */
  topic?: true
  asked: readonly Asked[]
  /** What it may want to be let in. */
  secret: 'token' | 'password' | null
}

const unit = (usual = '1'): Asked => ({ name: 'unit', usual })

const modbusTcp: Way = { scheme: 'modbus-tcp', port: 502, line: null, asked: [unit()], secret: null }

/** In the order in which they are offered. Ports are those that devices come with. */
export const ways: readonly Way[] = [
  modbusTcp,
  {
    scheme: 'modbus-rtu',
    port: null,
    line: '/dev/ttyUSB0',
    asked: [{ name: 'baud', usual: '9600' }, unit()],
    secret: null,
  },
  { scheme: 'rtu-over-tcp', port: 8899, line: null, asked: [unit()], secret: null },
  {
    scheme: 'solarman',
    port: 8899,
    line: null,
    asked: [{ name: 'serial', usual: '' }, unit()],
    secret: null,
  },
  { scheme: 'goodwe', port: 8899, line: null, asked: [], secret: null },
  { scheme: 'fronius', port: 80, line: null, asked: [], secret: null },
  { scheme: 'enphase', port: 443, line: null, asked: [], secret: 'token' },
  { scheme: 'opendtu', port: 80, line: null, asked: [], secret: 'password' },
  { scheme: 'shelly', port: 80, line: null, asked: [], secret: 'password' },
  { scheme: 'mqtt', port: 1883, line: null, topic: true, asked: [], secret: 'password' },
]

export const wayOf = (scheme: DeviceScheme): Way => ways.find((way) => way.scheme === scheme) ?? modbusTcp

/** An address taken apart. `settings` holds all that stands behind the `?`, also what no field is there for. */
export type Address = {
  scheme: DeviceScheme
  host: string
  /** null = the usual one. */
  port: number | null
  path: string
  settings: Readonly<Record<string, string>>
}

export const newAddress = (scheme: DeviceScheme): Address => {
  const { line, asked } = wayOf(scheme)
  return {
    scheme,
    host: '',
    port: null,
    path: line ?? '',
    settings: Object.fromEntries(asked.map(({ name, usual }) => [name, usual])),
  }
}

const isScheme = (text: string): text is DeviceScheme => ways.some(({ scheme }) => scheme === text)

/** Takes an address apart; null when it is of no way that is known here. Browsers differ in reading such URLs. */
export const readAddress = (url: string): Address | null => {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/(\[[^\]]*\]|[^/?#:]*)(?::(\d{1,5}))?([^?#]*)(?:\?([^#]*))?$/.exec(
    url,
  )
  const [, scheme = '', host = '', port, path = '', search = ''] = parts ?? []
  if (!isScheme(scheme)) return null
  return {
    scheme,
    host,
    port: port === undefined ? null : Number(port),
    path: path === '/' ? '' : path,
    settings: Object.fromEntries(new URLSearchParams(search)),
  }
}

/** The URL of an address; settings that are empty are left out. */
export const writeAddress = ({ scheme, host, port, path, settings }: Address): string => {
  const { line } = wayOf(scheme)
  const given = Object.entries(settings).filter(([, value]) => value !== '')
  const search = new URLSearchParams(given).toString()
  const place = line !== null ? '' : `${host.trim()}${port === null ? '' : `:${port}`}`
  return `${scheme}://${place}${path.trim()}${search && `?${search}`}`
}

/** What was typed or pasted as a host, without what does not belong there: `http://192.168.1.20:8080/` has a port, too. */
export const tidyHost = (address: Address): Address => {
  const parts = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\[[^\]]*\]|[^/?#:[\]]+)(?::(\d{1,5}))?(?:[/?#].*)?$/i.exec(
    address.host.trim(),
  )
  const [, host, port] = parts ?? []
  if (host === undefined || host === address.host) return address
  return { ...address, host, port: port === undefined ? address.port : Number(port) }
}

/** A topic as it stands in an address, and as people write it. */
export const pathOfTopic = (topic: string): string => {
  const names = topic.trim().split('/')
  return topic.trim() === '' ? '' : `/${names.map(encodeURIComponent).join('/')}`
}
export const topicOf = (path: string): string => {
  const names = path.replace(/^\//, '').split('/')
  try {
    return names.map(decodeURIComponent).join('/')
  } catch {
    return names.join('/')
  }
}

/** As short as people name it: host, and port where it is not the usual one; or the line. */
export const placeOf = (url: string): string => {
  const address = readAddress(url)
  if (address === null) return url
  const { scheme, host, port, path, settings } = address
  const way = wayOf(scheme)
  const place = way.line !== null ? path : `${host}${port === null || port === way.port ? '' : `:${port}`}`
  const { unit: at } = settings
  return at === undefined || at === '1' ? place : `${place} #${at}`
}
