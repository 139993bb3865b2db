import type { AlarmKind } from './alarm-kinds.ts'
import { kindOfCode } from './kind-of-code.ts'

/** Less than this below the others is mismatch and dust, not the fault. */
export const MARGIN = 0.05

/** What is said to be at fault there makes nothing less: a link, a clock, a counter. */
const costsNothing: ReadonlySet<AlarmKind> = new Set([
  'gateway_silent',
  'device_silent',
  'parts_silent',
  'counter',
  'clock',
  'rating',
  'frozen',
  'meter_lost',
  'storage_full',
  'upgrade_failed',
  'optimizer_lost',
])

/** Whether what a code tells of can make less energy. */
export const mayCost = (code: string): boolean => {
  const kind = kindOfCode(code)
  return kind === null || !costsNothing.has(kind)
}
