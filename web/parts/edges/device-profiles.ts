import type { DeviceScheme } from '#domain/edges/device-url.ts'

const registers = [
  'sunspec',
  'huawei-sun2000',
  'deye-string',
  'deye-micro',
  'deye-hybrid-1p',
  'deye-hybrid-3p',
  'sofar-g3',
  'sungrow-sg',
  'sungrow-sh',
  'sma',
  'growatt',
  'growatt-tlx',
  'solis',
  'solis-hybrid',
  'goodwe',
  'huawei-logger',
] as const

/** What a device can be read as, by how it is reached; a test compares it with what the edge knows. */
export const profilesOf = {
  'modbus-tcp': registers,
  'modbus-rtu': registers,
  'rtu-over-tcp': registers,
  solarman: registers,
  fronius: ['fronius'],
  enphase: ['enphase'],
  opendtu: ['opendtu'],
  shelly: ['shelly'],
  goodwe: ['goodwe'],
  mqtt: ['opendtu', 'ahoydtu', 'taptap', 'map'],
} as const satisfies Readonly<Record<DeviceScheme, readonly string[]>>

export type DeviceProfile = (typeof profilesOf)[DeviceScheme][number]

const all: readonly string[] = Object.values(profilesOf).flat()
export const isDeviceProfile = (name: string): name is DeviceProfile => all.includes(name)

/** How brands are written elsewhere, for whoever searches by that. */
const brands: Readonly<Record<string, string>> = {
  huawei: 'Huawei 华为',
  deye: 'Deye 德业 Sunsynk',
  sofar: 'Sofar 首航',
  sungrow: 'Sungrow 阳光电源',
  growatt: 'Growatt 古瑞瓦特',
  solis: 'Solis 锦浪 Ginlong',
  opendtu: 'Hoymiles 禾迈',
  ahoydtu: 'Hoymiles 禾迈',
}
export const brandWords = (profile: string): string => brands[profile.split('-', 1)[0] ?? ''] ?? ''
