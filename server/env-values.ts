import { isIP } from 'node:net'
import * as z from 'zod/mini'

/** Kinds of values that variables of the environment take, each with the sentence that says what it must be. */

const portSentence = 'must be a port number from 0 to 65535 (0 = any free one)'
export const portNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, portSentence)),
  z.pipe(z.transform(Number), z.number().check(z.lte(65_535, portSentence))),
)

// A year at least, for a year's curves; 30 years hold all that any inverter has counted.
const daysSentence = 'must be a number of days from 366 to 11000'
export const dayCount = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, daysSentence)),
  z.pipe(z.transform(Number), z.number().check(z.gte(366, daysSentence), z.lte(11_000, daysSentence))),
)

// Two weeks and more are left as rows by most; 0 is the way back.
const packSentence = 'must be a number of days from 5 to 11000, or 0'
export const packDays = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/, packSentence)),
  z.pipe(
    z.transform(Number),
    z.number().check(z.refine((days) => days === 0 || (days >= 5 && days <= 11_000), packSentence)),
  ),
)

const megabytesSentence = 'must be a number of megabytes from 1 to 10000000'
export const megabytes = z.pipe(
  z.string().check(z.regex(/^\d{1,8}$/, megabytesSentence)),
  z.pipe(
    z.transform(Number),
    z.number().check(z.gte(1, megabytesSentence), z.lte(10_000_000, megabytesSentence)),
  ),
)

// No more than one call may name. 0 for the second person: every act needs one.
const devicesSentence = 'must be a number of devices from 0 to 2000'
export const deviceCount = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/, devicesSentence)),
  z.pipe(z.transform(Number), z.number().check(z.lte(2_000, devicesSentence))),
)
const kilowattsSentence = 'must be a number of kW from 0 to 10000000'
export const kilowatts = z.pipe(
  z.string().check(z.regex(/^\d{1,8}$/, kilowattsSentence)),
  z.pipe(z.transform(Number), z.number().check(z.lte(10_000_000, kilowattsSentence))),
)

function protocolOf(text: string): string | null {
  // A PostgreSQL URL over a socket has no host, which the URL standard does not know.
  const url = text.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?=[/?])/, '$1localhost')
  return URL.canParse(url) ? new URL(url).protocol : null
}

export const address = (protocols: readonly string[], sentence: string) =>
  z.optional(z.string().check(z.refine((text) => protocols.includes(protocolOf(text) ?? ''), sentence)))

export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
}

/** An IP address, or a range of them in the form `address/bits`. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Texts separated by commas, each of which must be right. */
export const listOf = (isRight: (text: string) => boolean, sentence: string) =>
  z.pipe(
    z._default(z.string(), ''),
    z.pipe(
      z.transform((text: string) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      ),
      z.array(z.string()).check(z.refine((list) => list.every(isRight), sentence)),
    ),
  )

export const withoutSlash = (text: string) => text.replace(/\/$/, '')

export const hostName = (fallback: string) =>
  z._default(z.string().check(z.regex(/^[\w.:-]+$/, 'must be a host name or an address')), fallback)

export const yesOrNo = z.pipe(
  z._default(z.enum(['yes', 'no'], 'must be yes or no'), 'no'),
  z.transform((text) => text === 'yes'),
)
