import * as z from 'zod/mini'
import { deviceKinds } from './kinds.ts'
import { SERIAL_TYPED_MAX } from './limits.ts'

export const deviceKind = z.enum(deviceKinds)

/** The specification's device states. `disconnected` is given by the server, never by a device. */
export const deviceStates = [
  'standby',
  'grid_connected',
  'normal',
  'curtailed',
  'shutdown',
  'disconnected',
] as const
export type DeviceState = (typeof deviceStates)[number]
export const deviceState = z.enum(deviceStates)

const blank = /[\s\u200B-\u200F\u2060\uFEFF]/gu

/** Trim, upper case, no spaces, full-width to half-width, zero-width characters left out. What is stored and shown. */
export const normaliseSerial = (typed: string): string =>
  // Upper case, and leaving spaces out, bring letters apart or together: so NFKC comes again at the end.
  typed.normalize('NFKC').replace(blank, '').toUpperCase().normalize('NFKC').replace(blank, '')

/** Most serials are their own keys. */
const isKey = /^[A-Z0-9._/]+$/
/** What serials are compared by: normalised, dashes left out. */
export const serialKey = (typed: string): string =>
  isKey.test(typed) ? typed : normaliseSerial(typed).replaceAll('-', '')

/** Whether what was typed has only signs that serials are compared by: else it stands in none. */
export const mayBeInSerial = (typed: string): boolean => isKey.test(serialKey(typed))

/**
 * A serial or code as it was typed or scanned, to be judged after normalising. Control characters other than white
 * space, halves of characters and marks that turn the direction are in none.
 */
export const typedSerial = z.string().check(
  z.maxLength(256, { error: 'sn_format' }),
  z.refine((text) => !/\p{Cs}|(?!\s)\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u.test(text), {
    error: 'sn_format',
  }),
)

/** 12 digits, or 6 to 32 letters and digits with at least one of each; dashes are allowed and do not count. */
export const isSubDeviceSerial = (typed: string): boolean => {
  const key = serialKey(typed)
  const shown = normaliseSerial(typed)
  // Dashes stand between letters and digits. In two steps: one pattern for it all can take for ever on a long text.
  if (!/^[A-Z0-9-]+$/.test(shown) || /^-|--|-$/.test(shown)) return false
  return /^\d{12}$/.test(key) || (/^[A-Z0-9]{6,32}$/.test(key) && /[A-Z]/.test(key) && /\d/.test(key))
}

/** What a gateway reports is taken as the maker prints it: 1 to 32 letters, digits, dashes, dots, underscores, slashes. */
export const isReportedSerial = (said: string): boolean =>
  /^[A-Z0-9._/-]{1,32}$/.test(normaliseSerial(said)) && /[A-Z0-9]/.test(serialKey(said))

const serial = (test: (text: string) => boolean) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(SERIAL_TYPED_MAX, { error: 'sn_format' })),
      z.transform(normaliseSerial),
    ),
    z.string().check(z.refine(test, { error: 'sn_format' })),
  )

export const subDeviceSerial = serial(isSubDeviceSerial)
/** A gateway's serial is also its MQTT user name and a topic level: letters, digits and dashes only. */
export const gatewaySerial = serial(
  (text) => /^[A-Z0-9][A-Z0-9-]{5,31}$/.test(text) && isSubDeviceSerial(text),
)
