import * as z from 'zod/mini'
import { isCommonPassword } from './common-passwords.ts'
import {
  GRANTED_MAX,
  ACCOUNT_TYPED_MAX,
  COMPANY_NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PERSON_NAME_MAX,
  SEARCH_MAX,
} from './limits.ts'
import { accountRoles, permissions, wildcard } from './permissions.ts'

const visibleLength = (text: string): number => [...text].length

/** Account names compare without case; they are stored as typed. */
export const accountName = z
  .string()
  .check(z.trim(), z.regex(/^[\p{L}\p{N}._@-]{3,64}$/u, { error: 'account_format' }))

export const newPassword = z.string().check(
  z.refine((text) => visibleLength(text.normalize('NFKC')) >= PASSWORD_MIN, { error: 'password_too_short' }),
  z.maxLength(PASSWORD_MAX, { error: 'too_long' }),
  z.refine((text) => !isCommonPassword(text), { error: 'password_common' }),
)

/** What is typed at sign-in is only bounded: a wrong shape must answer like a wrong password. */
export const typedSecret = z.string().check(z.maxLength(PASSWORD_MAX, { error: 'too_long' }))
export const typedAccount = z.string().check(z.maxLength(ACCOUNT_TYPED_MAX, { error: 'too_long' }))

/**
 * What is not seen, or stands for what could not be read: format characters (zero width, direction, tags), lone
 * surrogates, line and paragraph separators, fillers that look like nothing, U+FFFD and what is no character at all.
 */
export const unseen =
  /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u115F\u1160\u2800\u3164\uFFA0\uFFFC\uFFFD]/u

/** Control characters and what is not seen are refused; NFC is kept. */
const unsafe = (text: string): boolean => /\p{Cc}/u.test(text) || unseen.test(text)

/** A password or token of something else, kept as it was typed: what no keyboard gives is refused. */
export const foreignSecret = (max: number) =>
  z.string().check(
    z.minLength(1, { error: 'required' }),
    z.maxLength(max, { error: 'too_long' }),
    z.refine((text) => !unsafe(text), { error: 'invalid_input' }),
  )

/** A line of text a person typed: trimmed, NFC, counted by code point. */
export const line = (max: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.normalize('NFC').trim()),
    ),
    z.string().check(
      z.refine((text) => !unsafe(text), { error: 'invalid_input' }),
      z.refine((text) => visibleLength(text) <= max, { error: 'too_long' }),
    ),
  )

export const filledLine = (max: number) =>
  line(max).check(z.refine((text) => text.length > 0, { error: 'required' }))

export const personName = filledLine(PERSON_NAME_MAX)
export const companyName = filledLine(COMPANY_NAME_MAX)
export const searchText = line(SEARCH_MAX)
export const language = z.enum(['zh_CN', 'en'])
export const accountRole = z.enum(accountRoles)
/** What can be granted beyond a role: a code of the list, or exactly the wildcard. */
export const grantable = z.array(z.enum([...permissions, wildcard])).check(z.maxLength(GRANTED_MAX))
export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/))
/** The end of the year 9999, UTC: the last instant that calendars of four digits have, the database's among them. */
export const LATEST_INSTANT = 253_402_300_799_999
export const instant = z.int().check(z.minimum(0), z.maximum(LATEST_INSTANT))
export const version = z.int().check(z.minimum(1))
