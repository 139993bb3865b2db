import { levelOfCode } from '#domain/alarms/kind-of-code.ts'
import type { DeviceAlarm, RawValue } from '../reading.ts'
import { bitsOf } from './decode-point.ts'
import type { ProfileAlarms } from './profile-schema.ts'

/** The code on the wire of a maker's own number. */
const codeOf = (maker: string, prefix: string | undefined, number: string): string =>
  `${maker}.${prefix ?? ''}${number}`

/** Codes that a profile names; makers have more. */
export const alarmCodes = (maker: string, alarms: ProfileAlarms): string[] =>
  alarms.by === 'bit'
    ? Object.values(alarms.codes ?? { 0: '0' }).map((code) => codeOf(maker, alarms.prefix, code))
    : [codeOf(maker, alarms.prefix, '65535')]

/** What a register of bits or a code says; null = it was not read. `holds`: whether the condition of a code does. */
export const alarmsSaid = (
  maker: string,
  alarms: ProfileAlarms,
  value: RawValue | undefined,
  holds: boolean | null,
): DeviceAlarm[] | null => {
  if (typeof value !== 'number' || holds === null) return null
  const name = alarms.of.slice('raw.'.length)
  const alarm = (number: string): DeviceAlarm => {
    const code = codeOf(maker, alarms.prefix, number)
    return { code, lvl: levelOfCode(code), ctx: { [name]: value } }
  }
  if (alarms.by === 'code') {
    const { none, above, only } = alarms
    const isNone =
      none.includes(value) || (above !== undefined && value <= above) || only?.includes(value) === false
    return !holds || isNone ? [] : [alarm(String(value))]
  }
  return bitsOf(value)
    .filter((bit) => alarms.ignore?.includes(bit) !== true)
    .map((bit) => alarm(alarms.codes?.[bit] ?? String(bit + (alarms.first ?? 0))))
}
