import * as z from 'zod/mini'

/** After so long a check-in ends by itself: nobody's shift is longer, and a forgotten one must not block a station. No source: chosen. */
export const CHECK_IN_HOURS = 12
export const CHECK_IN_MS = CHECK_IN_HOURS * 3_600_000

/** Where somebody on site is reached: digits, with the calling code after a plus where one is wanted; '' = none. */
export const sitePhone = z
  .string()
  .check(z.trim(), z.regex(/^$|^\+?[0-9][0-9 -]{3,19}$/, { error: 'phone_format' }))

/** A sign-in name that is a telephone number; '' when it is something else. */
export const phoneInAccount = (account: string): string =>
  /^\+?[0-9]{7,15}$/.test(account.trim()) ? account.trim() : ''
