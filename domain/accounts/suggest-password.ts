/** Without those that look like each other: 31 signs. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz'
/** Bytes from here on would make the first signs likelier. */
const fair = 256 - (256 % signs.length)

/**
 * A password that can be read out and typed on a phone: four groups of four signs, 79 bits.
 * @param draw gives as many random bytes as it is asked for
 */
export const suggestPassword = (draw: (count: number) => Uint8Array): string => {
  const found: string[] = []
  while (found.length < 16)
    for (const byte of draw(16 - found.length)) if (byte < fair) found.push(signs.charAt(byte % signs.length))
  return [0, 4, 8, 12].map((at) => found.slice(at, at + 4).join('')).join('-')
}
