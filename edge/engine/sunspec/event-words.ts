import { levelOfCode } from '#domain/alarms/kind-of-code.ts'
import type { DeviceAlarm } from '../reading.ts'

/** What the bits of `Evt1` (101 to 113) and `Alrm` (701) mean, from bit 0 on. Source: SunSpec. */
const words = [
  'GROUND_FAULT',
  'DC_OVER_VOLT',
  'AC_DISCONNECT',
  'DC_DISCONNECT',
  'GRID_DISCONNECT',
  'CABINET_OPEN',
  'MANUAL_SHUTDOWN',
  'OVER_TEMP',
  'OVER_FREQUENCY',
  'UNDER_FREQUENCY',
  'AC_OVER_VOLT',
  'AC_UNDER_VOLT',
  'BLOWN_STRING_FUSE',
  'UNDER_TEMP',
  'MEMORY_LOSS',
  'HW_TEST_FAILURE',
  'MANUFACTURER_ALRM',
]
/** What a text beside a reading may have on the wire, characters. */
const LONGEST = 64
/** With the highest bit set all others mean nothing. Source: SunSpec. */
const MOST_BITS = 0x7fff_ffff

/** Events of a kind of device: how many of its bits mean something, and what stands before their number in a code. */
type Events = { count: number; prefix: string }
const inverterEvents: Events = { count: words.length, prefix: 'sunspec.' }
/** `Evt` and `InEvt` of 401 to 404. Source: SunSpec. */
export const combinerEvents: Events = { count: 19, prefix: 'sunspec.c' }

/** The alarms of the bits that are set; null = the device does not say its events. */
export const eventAlarms = (
  name: string,
  bits: number | null,
  { count, prefix } = inverterEvents,
): DeviceAlarm[] | null => {
  if (bits === null || bits > MOST_BITS) return null
  return Array.from({ length: count }, (_, bit) => bit)
    .filter((bit) => (bits & (1 << bit)) !== 0)
    .map((bit) => {
      const code = `${prefix}${bit}`
      return { code, lvl: levelOfCode(code), ctx: { [name]: bits } }
    })
}

/** The words of the bits that are set, as many as fit; null = none is. */
export const eventWords = (bits: number | null): string | null => {
  if (bits === null || bits > MOST_BITS) return null
  const set = words.filter((_, bit) => (bits & (1 << bit)) !== 0)
  while (set.join(' ').length > LONGEST) set.pop()
  return set.length === 0 ? null : set.join(' ')
}
