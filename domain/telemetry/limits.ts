import { numberMetrics, phasesMetrics, stringNames, trackerNames } from './metrics.ts'

/** How long curves, bars and lists of telemetry are at the most. */

/**
 * Steps of a minute, the shortest that a station reports in, of the longest local day: one that comes twice as its place
 * changes the side of the date line. Source: `reportMin` of a station, and the calendar.
 */
export const DAY_STEPS_MAX = 48 * 60
/** Readings of one curve: one a second for a day. Beyond it the answer says that it is cut. No source: chosen. */
export const CURVE_READINGS_MAX = 86_400
/** With a row of nulls for each silence, of which such a day has one in three minutes at the most. */
export const CURVE_POINTS_MAX = CURVE_READINGS_MAX + DAY_STEPS_MAX / 3
/**
 * Readings of a string that are looked at, the newest: one in half a minute for a month. Of what lies before, the share of
 * its energy that is known says that it is not counted. No source: chosen.
 */
export const STRING_READINGS_MAX = 90_000
export const STRING_POINTS_MAX = STRING_READINGS_MAX + DAY_STEPS_MAX / 3
/** Numbers of trackers and strings, from 1. Source: the wire's own figure (`contract/mqtt/telemetry.ts`). */
export const NUMBERED_MAX = 1_000
/** Lines of a curve: each metric, phase, tracker and string. */
export const SERIES_MAX =
  numberMetrics.length + 3 * phasesMetrics.length + NUMBERED_MAX * (trackerNames.length + stringNames.length)
/** Days of a month, months of a year, or years: readings of before 2000 are not taken. No source: chosen. */
export const BARS_MAX = 100
/** Stretches that are known only as a whole which one answer names, the newest; of more it says how many. No source: chosen. */
export const SPANS_SHOWN = 100
/** Devices that one is held against. Beyond that the median says the same. No source: chosen. */
export const PEERS_MAX = 200
/** Stations or devices of which something is missing which one answer names; of more it says how many. No source: chosen. */
export const MISSING_SHOWN = 100
