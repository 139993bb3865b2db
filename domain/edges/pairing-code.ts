/** Crockford's base 32: no letter looks like a figure. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 40 bits, for people to type. */
export const TYPED_CODE = 8
/** 130 bits, for one program to hand to another. */
export const HANDED_CODE = 26

/** A code of random bytes, one a character, in groups of four. */
export const codeOf = (random: Uint8Array): string =>
  [...random]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

/** As it is compared: however it was typed. null when it cannot be one. */
export const readCode = (typed: string): string | null => {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const length = plain.length === TYPED_CODE || plain.length === HANDED_CODE
  return length && [...plain].every((letter) => alphabet.includes(letter)) ? plain : null
}
