import * as z from 'zod/mini'

/** Public keys that are accepted at the same time: the present one, and the next or the last while keys change. */
export const KEYS_ACCEPTED = 2
/** Keys that the file may hold, revoked ones included. */
export const KEYS_MAX = 100

const signingKey = z.strictObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/)),
  /** The 32 bytes of an Ed25519 public key, base64url. */
  publicKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  revoked: z.optional(z.boolean()),
})
export type SigningKey = z.infer<typeof signingKey>

/**
 * The file of public keys. It is strict, so that a private key that somebody put there is noticed and not used. An id
 * is never given twice.
 */
export const signingKeys = z.strictObject({
  keys: z.array(signingKey).check(
    z.maxLength(KEYS_MAX),
    z.refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, 'an id is there twice'),
    z.refine(
      (keys) => keys.filter(({ revoked }) => revoked !== true).length <= KEYS_ACCEPTED,
      'more than two keys are accepted: revoke one',
    ),
  ),
})

export const keyVerdict = (keys: readonly SigningKey[], id: string): SigningKey | 'unknown' | 'revoked' => {
  const key = keys.find((one) => one.id === id)
  return key === undefined ? 'unknown' : key.revoked === true ? 'revoked' : key
}
