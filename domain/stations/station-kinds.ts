export const stationTypes = [
  'residential',
  'commercial',
  'industrial',
  'ground_mounted',
  'agricultural',
  'floating',
] as const
export type StationType = (typeof stationTypes)[number]

/** One word for a station, worst first. `unknown`: nothing has ever been heard. */
export const stationConditions = [
  'fault',
  'offline',
  'curtailed',
  'switched_off',
  'unknown',
  'standby',
  'producing',
] as const
export type StationCondition = (typeof stationConditions)[number]

export const stationSorts = [
  'worst',
  'name',
  'power',
  'today',
  'equivalent_hours',
  'capacity',
  'alarms',
  'heard',
  'newest',
] as const

/** Why somebody has to look at a device, worst first. */
export const attentionReasons = [
  'gateway_silent',
  'shutdown',
  'device_silent',
  'never_heard',
  'clock',
  'quarantine',
] as const
export type AttentionReason = (typeof attentionReasons)[number]
