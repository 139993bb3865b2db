import { DeviceError } from '../device-error.ts'
import type { ReadableRegisters } from '../device.ts'
import type { DeviceReading } from '../reading.ts'
import { ProfileDevice } from './profile-device.ts'
import type { Profile, ProfilePart } from './profile-schema.ts'

export const profile = (part: Partial<ProfilePart>, more: Partial<Profile> = {}): Profile => ({
  name: 'maker-one',
  brand: 'Maker',
  maker: 'maker',
  models: 'One',
  proof: 'lists',
  doubts: [],
  sources: ['a list'],
  table: 'holding',
  order: 'high first',
  recognise: [[{ at: 0, is: 'u16', in: [1] }]],
  blocks: [{ at: 0, count: 40 }],
  parts: [{ t: 'inverter', points: [{ at: 0, is: 'u16', unit: 'W', to: 'p' }], ...part }],
  manners: { settleMs: 0, gapMs: 0, longest: 40, oneClient: true, units: [1], night: 'unknown' },
  reach: [{ scheme: 'modbus-tcp' }],
  switchOn: { en: 'Nothing', zh_CN: '无需设置' },
  ...more,
})

/** Registers by address; what is not there is refused, and each request noted. */
export const device = (words: Record<number, number>) => {
  const asked: string[] = []
  const registers: ReadableRegisters = {
    read: (address, count, table = 'holding') => {
      asked.push(`${table} ${address}+${count}`)
      const found = Array.from({ length: count }, (_, at) => words[address + at])
      return found.every((word) => word !== undefined)
        ? Promise.resolve(Uint16Array.from(found))
        : Promise.reject(new DeviceError('exception', 'It has no such registers.', 2))
    },
  }
  return { registers, asked, words }
}
export const points = (...all: ProfilePart['points']): Partial<ProfilePart> => ({ points: all })
export const readOnce = async (
  part: Partial<ProfilePart>,
  words: Record<number, number>,
  more: Partial<Profile> = {},
): Promise<DeviceReading | undefined> => {
  const report = await new ProfileDevice(profile(part, more), undefined).read(device(words).registers, 0)
  return report.readings[0]
}
export const zeros = (count: number): Record<number, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 0]))
