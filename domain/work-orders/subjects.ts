import { type AlarmKind, kindOfPlainCode } from '../alarms/alarm-kinds.ts'
import type { DeviceKind } from '../devices/kinds.ts'

/** Kinds of faults whose instance is a string or an MPPT of the inverter that tells of it. */
export const ofStrings: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  'string_reversed',
  'string_backfeed',
  'string_low_current',
  'dc_overvoltage',
  'voltage_to_ground',
  'arc_fault',
])

/**
 * Makers' codes of those kinds. A list of its own, which a test holds against the tables: those bring their words in
 * two languages, and the phone decides by this list alone.
 */
export const makersOfStrings: ReadonlySet<string> = new Set(
  `deye.m0 deye.m1 deye.m12 huawei.2001 huawei.2002 huawei.2003 huawei.2011 huawei.2012 huawei.2013
   huawei.2014 huawei.2015 solis.4128 solis.4129 solis.4136 solis.4161 sungrow.16 sungrow.19 sungrow.20
   sungrow.28 sungrow.29 sungrow.78 sungrow.79 sungrow.88 sungrow.200 sungrow.203 sungrow.510
   sungrow.532 sungrow.533 sungrow.534 sungrow.535 sungrow.548 sungrow.549 sungrow.550 sungrow.551
   sunspec.1 sunspec.12 fronius.240 fronius.241 fronius.242 fronius.309 fronius.311 fronius.313
   goodwe.11 goodwe.15 sunspec.c1 sunspec.c2 sunspec.c3 sunspec.c5 sunspec.c6 sunspec.c8 sunspec.c13
   sunspec.c18`.split(/\s+/),
)

/** What an alarm is about: a string has its inverter as parent. */
export const isAboutString = (code: string): boolean => {
  const kind = kindOfPlainCode(code)
  return kind === null ? makersOfStrings.has(code.toLowerCase()) : ofStrings.has(kind)
}

/** An inverter cannot be the subject of an order; a string that hangs on one can. */
export const canBeOrdered = (deviceKind: DeviceKind, code: string): boolean =>
  deviceKind !== 'inverter' || isAboutString(code)
