import { type AlarmKind, kindOfCode } from '../alarms/alarm-kinds.ts'
import type { DeviceKind } from '../devices/kinds.ts'

/** Kinds of faults whose instance is a string or an MPPT of the inverter that tells of it. */
const ofStrings: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  'string_reversed',
  'string_backfeed',
  'string_low_current',
  'dc_overvoltage',
  'voltage_to_ground',
  'arc_fault',
])

/** What an alarm is about: a string has its inverter as parent. */
export const isAboutString = (code: string): boolean => {
  const kind = kindOfCode(code)
  return kind !== null && ofStrings.has(kind)
}

/** An inverter cannot be the subject of an order; a string that hangs on one can. */
export const canBeOrdered = (deviceKind: DeviceKind, code: string): boolean =>
  deviceKind !== 'inverter' || isAboutString(code)
