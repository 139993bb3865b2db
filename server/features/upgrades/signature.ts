import { createPublicKey, verify } from 'node:crypto'

/** Whether `signature` (Ed25519, base64url) is that of `text` under a public key of 32 bytes (base64url). */
export const isSigned = (text: string, signature: string, publicKey: string): boolean => {
  const bytes = Buffer.from(signature, 'base64url')
  // Some spellings mean the same bytes: only one is a signature.
  if (bytes.toString('base64url') !== signature) return false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, Buffer.from(text, 'utf8'), key, bytes)
  } catch {
    return false
  }
}
