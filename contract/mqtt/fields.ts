import * as z from 'zod/mini'
import { jobPattern } from './topics.ts'

/**
 * Fields that several messages share. Real firmware sends more keys than this contract names: they are tolerated
 * and dropped. What is named is bounded, and "missing" is an absent key or null, never a sentinel.
 */

/** An optional field that may also be sent as null. */
export function maybe<T extends z.core.$ZodType>(schema: T) {
  return z.optional(z.nullable(schema))
}

/** Whether a database takes it as it is: without NUL, and every surrogate in a pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/** Registers of text are padded with NUL; half a character becomes U+FFFD. */
const storable = z.overwrite((value: string) => value.replaceAll('\0', '').toWellFormed())

/** Text of 1 to `length` characters (UTF-16 units), made storable. */
export function text(length: number, meaning: string) {
  return z.string().check(z.minLength(1), z.maxLength(length), storable, z.describe(meaning))
}

/** A finite number in [min, max]; 1e400 arrives as Infinity and is refused. */
export function measured(min: number, max: number, meaning: string) {
  return z.number().check(z.gte(min), z.lte(max), z.describe(meaning))
}

export function whole(min: number, max: number, meaning: string) {
  return z.int().check(z.gte(min), z.lte(max), z.describe(meaning))
}

export const protocol = z.literal(1).check(z.describe('Version of this contract'))

/** 9999-12-31T23:59:59.999Z: a clock may be wrong, but stays an instant. */
export const latestInstant = 253_402_300_799_999

export function instant(meaning: string) {
  return whole(0, latestInstant, `${meaning}; epoch milliseconds, UTC`)
}

/** A sub-device's serial as its maker prints it: trimmed and upper-cased here. */
export const deviceSerial = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1),
    z.maxLength(32),
    z.regex(/^[A-Z0-9._/-]*[A-Z0-9][A-Z0-9._/-]*$/),
    z.describe(
      'Serial number of the device as its maker prints it: 1 to 32 of letters, digits, dash, dot, underscore and slash; dashes do not count. Behind one gateway a serial is one device: of two makers’ devices that have the same one, one has to be named otherwise. Entries with any other are left out, and their serials shown on the page of the gateway',
    ),
  )

/** A serial that cannot be one, as far as it can be shown, and how many entries named it. */
export type UnreadableSerial = { sn: string; count: number }

export const boot = z
  .string()
  .check(z.regex(/^[0-9A-Za-z_-]{4,64}$/), z.describe('Random id chosen at each start of the gateway'))

export const seq = whole(
  0,
  Number.MAX_SAFE_INTEGER,
  'Running number within the boot; (gateway, boot, seq) is unique',
)

export const messageId = z
  .string()
  .check(
    z.regex(/^[0-9A-Za-z_.:-]{1,64}$/),
    z.describe('Id of the command; a repeated id is answered, not repeated'),
  )

export const job = z.string().check(z.regex(jobPattern), z.describe('Id of the firmware job'))

/** A register of 64 bits without a value is a number, too: it costs itself, not what stands beside it. */
export const widestRegister = 2 ** 64

/** A record with no more keys than this, which its description says as well. */
export const keysAtMost = (most: number, error = `at most ${most} keys`) =>
  [
    z.refine((values: unknown) => Object.keys(values as object).length <= most, { error }),
    z.meta({ maxProperties: most }),
  ] as const

/** Single values of a reading or of arguments that one record holds. */
export const VALUES_MAX = 32

/** Raw register values, kept as they came: at most 32 keys of 32 characters. */
export function rawValues(meaning: string) {
  const value = z.union([
    measured(-widestRegister, widestRegister, 'Number'),
    z.string().check(z.maxLength(64), storable),
    z.boolean(),
    z.null(),
  ])
  return z
    .record(z.string().check(z.maxLength(32), z.refine(isStorable)), value)
    .check(...keysAtMost(VALUES_MAX), z.describe(meaning))
}
