import * as z from 'zod/mini'
import {
  byName,
  metrics as catalogue,
  numberMetrics,
  phasesMetrics,
  stringMetrics,
  stringNames,
  switchMetrics,
  trackerMetrics,
  trackerNames,
  type NumberMetric,
  type PhasesMetric,
  type StringMetric,
  type SwitchMetric,
  type TrackerMetric,
} from '#domain/telemetry/metrics.ts'
import {
  boot,
  deviceSerial,
  instant,
  maybe,
  measured,
  protocol,
  rawValues,
  seq,
  whole,
  widestRegister,
  type UnreadableSerial,
} from './fields.ts'

/**
 * Bounds are those of a number that can be stored and shown, not of a plausible reading: an implausible one is
 * kept and flagged by the rules, so that nothing a device said is lost. Of every metric they take in 0xFFFFFFFF and the
 * other codes of registers without a value, of a counter up to 64 bits, which the rules make null: such a one must not
 * cost the rest of the reading.
 */
export const registerLimit = 5_000_000_000

const number = (limit: number, meaning: string) => maybe(measured(-limit, limit, meaning))
/** Documents of machines stay ASCII. */
const written: Readonly<Record<string, string>> = {
  '°C': 'degrees Celsius',
  'W/m²': 'W/m2',
  kΩ: 'kOhm',
}
const withUnit = (meaning: string, unit: string): string =>
  unit === '' ? meaning : `${meaning}, ${written[unit] ?? unit}`

type MaybeNumber = ReturnType<typeof number>
/** L1 to L3. */
export const PHASES = 3
const phases = (meaning: string) => {
  const each = z.nullable(measured(-registerLimit, registerLimit, meaning))
  return maybe(z.array(each).check(z.minLength(1), z.maxLength(PHASES), z.describe(`${meaning}, L1 to L3`)))
}
const flag = (meaning: string) => maybe(z.boolean().check(z.describe(meaning)))

const trackerFields: Record<TrackerMetric, MaybeNumber> = byName(trackerNames, (name) => {
  const { meaning, unit } = trackerMetrics[name]
  return number(registerLimit, withUnit(meaning, unit))
})

export const mpptReading = z.object({
  n: whole(1, 1000, 'Number of the tracker, counted from 1'),
  ...trackerFields,
})

const stringFields: Record<StringMetric, MaybeNumber> = byName(stringNames, (name) => {
  const { meaning, unit } = stringMetrics[name]
  return number(registerLimit, withUnit(meaning, unit))
})

export const stringReading = z.object({
  n: whole(1, 1000, 'Number of the string at this device, counted from 1'),
  ...stringFields,
})
/** At most so many trackers, strings and alarm words of a device. No source: chosen beyond any we know. */
export const mostTrackers = 64
export const mostStrings = 256
export const mostAlarmWords = 32

const numberFields: Record<NumberMetric, MaybeNumber> = byName(numberMetrics, (name) => {
  const { meaning, unit, column } = catalogue[name]
  return number(column === 'double' ? widestRegister : registerLimit, withUnit(meaning, unit))
})
const phasesFields: Record<PhasesMetric, ReturnType<typeof phases>> = byName(phasesMetrics, (name) =>
  phases(withUnit(catalogue[name].meaning, catalogue[name].unit)),
)
const switchFields: Record<SwitchMetric, ReturnType<typeof flag>> = byName(switchMetrics, (name) =>
  flag(catalogue[name].meaning),
)

/** Instantaneous values and counters of one device. Absent or null = not measured; never 0 instead. */
export const metrics = z.object({
  ...numberFields,
  ...phasesFields,
  ...switchFields,
  mppt: maybe(z.array(mpptReading).check(z.maxLength(mostTrackers))),
  str: maybe(z.array(stringReading).check(z.maxLength(mostStrings))),
  al: maybe(
    z
      .array(whole(0, Number.MAX_SAFE_INTEGER, 'Alarm word'))
      .check(
        z.maxLength(mostAlarmWords),
        z.describe('Alarm words as the device said them, for support; what they mean comes as alarms'),
      ),
  ),
})

/** A gateway's word for a device's state; how it maps to the product's states is in the rules. */
export const reportedStates = ['standby', 'grid', 'normal', 'curtailed', 'shutdown'] as const

export const telemetryItem = z.object({
  sn: deviceSerial,
  ts: maybe(instant('When it was measured; absent: the ts of the message')),
  // An unknown word is no reason to lose the reading: it becomes "not said", the raw code is kept.
  // oxlint-disable-next-line promise/valid-params -- zod's catch, not a promise's
  st: z.catch(maybe(z.enum(reportedStates)), null),
  raw: maybe(rawValues('State codes as the device said them')),
  m: metrics,
})

export const maxTelemetryItems = 1000

const envelope = {
  v: protocol,
  boot,
  seq,
  ts: instant('Clock of the gateway when the batch was made'),
  hist: maybe(
    z.boolean().check(z.describe('Back-filled: stored, never changes the live state, raises nothing')),
  ),
}

export const telemetry = z.object({
  ...envelope,
  d: z.array(telemetryItem).check(z.maxLength(maxTelemetryItems)),
})

export type MpptReading = z.infer<typeof mpptReading>
export type Metrics = z.infer<typeof metrics>
export type ReportedState = (typeof reportedStates)[number]
export type TelemetryItem = z.infer<typeof telemetryItem>
/** `unreadable`: of the readings that were left out for their serials. */
export type Telemetry = z.infer<typeof telemetry> & { unreadable?: readonly UnreadableSerial[] }
