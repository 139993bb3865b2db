import { createHash } from 'node:crypto'

/** Crockford's base 32: no letter looks like a figure. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

/**
 * The serial of a device that says none: always the same for the same edge, address and place behind it, and seen at
 * once to be made.
 */
export const madeSerial = (edgeSn: string, url: string, place: string): string => {
  const hash = createHash('sha256').update(`${edgeSn} ${url} ${place}`).digest()
  const text = Array.from(hash.subarray(0, LENGTH), (byte) => letters[byte % letters.length]).join('')
  // Every serial has a figure and a letter.
  return `MADE-${/\d/.test(text) ? text : `0${text.slice(1)}`}`
}
