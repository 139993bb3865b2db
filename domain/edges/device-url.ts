import { DEVICE_URL_MAX } from './limits.ts'
import { addressKind, isOwnName } from './private-address.ts'

/** How devices are spoken to; what stands behind a scheme is the edge's. */
export const deviceSchemes = [
  'modbus-tcp',
  'modbus-rtu',
  'rtu-over-tcp',
  'solarman',
  'goodwe',
  'fronius',
  'enphase',
  'opendtu',
  'shelly',
  'mqtt',
] as const
export type DeviceScheme = (typeof deviceSchemes)[number]

export type DeviceUrlTrouble =
  | 'edge_address'
  | 'edge_scheme'
  | 'edge_address_public'
  | 'edge_address_secret'
  | 'edge_port'

/** Ports below 1024 at which devices are; the others belong to services that are none. No source: chosen. */
const PORTS = [80, 443, 502]
const FIRST_FREE_PORT = 1024

/** Whether the edge connects to a port at all. */
export const isDevicePort = (port: number): boolean => port >= FIRST_FREE_PORT || PORTS.includes(port)

/** A serial line as the operating system names it: nothing else of the disk can be opened by it. */
const serialLine = /^\/dev\/(tty[A-Za-z0-9]{1,20}|serial\/by-(id|path)\/[\w.:@+-]{1,128})$/

/**
 * What is wrong with the address of a device; null = nothing that could be seen from here. The edge judges again: what a
 * name leads to, and what of its own machine it lets be asked.
 */
export const deviceUrlTrouble = (text: string): DeviceUrlTrouble | null => {
  if (text.length > DEVICE_URL_MAX || /[^\x21-\x7e]/.test(text)) return 'edge_address'
  const scheme = /^([a-z][a-z0-9+.-]*):/.exec(text)?.[1]
  if (scheme === undefined) return 'edge_address'
  if (!(deviceSchemes as readonly string[]).includes(scheme)) return 'edge_scheme'
  const url = URL.parse(text)
  if (url === null || url.hash !== '') return 'edge_address'
  // What stands here is stored and shown as it is.
  if (url.username !== '' || url.password !== '') return 'edge_address_secret'
  if (scheme === 'modbus-rtu') return url.host === '' && serialLine.test(url.pathname) ? null : 'edge_address'
  if (url.hostname === '' || url.port === '0') return 'edge_address'
  // What a port is when none is named, the scheme knows: one of those that are allowed.
  if (url.port !== '' && !isDevicePort(Number(url.port))) return 'edge_port'
  const kind = addressKind(url.hostname)
  // Of link-local addresses some give out what clouds keep secret.
  if (kind === 'public' || kind === 'link_local') return 'edge_address_public'
  if (kind !== null) return null
  return isOwnName(url.hostname)
    ? null
    : /^[\w.-]+$/.test(url.hostname)
      ? 'edge_address_public'
      : 'edge_address'
}
