import * as z from 'zod/mini'
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

const metric = (meaning: string) => measured(-registerLimit, registerLimit, meaning)
const power = (meaning: string) => metric(`${meaning}, W`)
const voltage = (meaning: string) => metric(`${meaning}, V`)
const current = (meaning: string) => metric(`${meaning}, A`)
const phases = <T extends z.core.$ZodType>(schema: T) =>
  z.array(z.nullable(schema)).check(z.minLength(1), z.maxLength(3))

export const mpptReading = z.object({
  n: whole(1, 1000, 'Number of the tracker, counted from 1'),
  u: maybe(voltage('DC voltage')),
  i: maybe(current('DC current')),
  p: maybe(power('DC power')),
})

/** Instantaneous values and counters of one device. Absent or null = not measured; never 0 instead. */
export const metrics = z.object({
  p: maybe(power('Active power; of an inverter on the AC side, positive = fed out')),
  q: maybe(metric('Reactive power, var')),
  f: maybe(metric('Grid frequency, Hz')),
  u: maybe(phases(voltage('Phase voltage')).check(z.describe('Phase voltages L1 to L3, V'))),
  i: maybe(phases(current('Phase current')).check(z.describe('Phase currents L1 to L3, A'))),
  t: maybe(metric('Device temperature, degrees Celsius')),
  p_dc: maybe(power('DC power')),
  e_tot: maybe(measured(-widestRegister, widestRegister, 'Lifetime energy counter, Wh')),
  mppt: maybe(z.array(mpptReading).check(z.maxLength(64))),
  u_in: maybe(voltage('Input voltage')),
  i_in: maybe(current('Input current')),
  u_out: maybe(voltage('Output voltage')),
  i_out: maybe(current('Output current')),
  rssi: maybe(metric('Signal strength as the device says it')),
  closed: maybe(z.boolean().check(z.describe('Shutdown device: the switch is closed, current may flow'))),
  keepalive: maybe(z.boolean().check(z.describe('Shutdown device: it hears the keep-alive signal'))),
  irr: maybe(metric('In-plane irradiance, W/m2')),
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
