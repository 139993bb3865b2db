/**
 * Secrets of devices on their way to an edge: X25519 with a key made for each, HKDF-SHA256, AES-256-GCM, by the
 * platform's WebCrypto. Whoever seals cannot open again. The sealed text is base64url of the sender's public key
 * (32 bytes), the nonce (12) and the ciphertext with its tag (16).
 */
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const info = new TextEncoder().encode('sunkeeper: secret of a device, 1')

type Bytes = Uint8Array<ArrayBuffer>

const toText = (bytes: Bytes): string => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
/** null = it is no base64url. */
const toBytes = (text: string): Bytes | null => {
  try {
    return Uint8Array.fromBase64(text, { alphabet: 'base64url' })
  } catch {
    return null
  }
}
const joined = (...parts: readonly Bytes[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const publicKeyOf = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, { name: 'X25519' }, true, [])

/** The key that both ends come to; bound to both public keys. */
const sharedKey = async (
  own: CryptoKey,
  other: CryptoKey,
  sender: Bytes,
  recipient: Bytes,
): Promise<CryptoKey> => {
  const agreed = await crypto.subtle.deriveBits({ name: 'X25519', public: other }, own, KEY_BYTES * 8)
  const material = await crypto.subtle.importKey('raw', agreed, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: joined(sender, recipient), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

type Pair = { publicKey: CryptoKey; privateKey: CryptoKey }
const isPair = (made: object): made is Pair => 'privateKey' in made
const newPair = async (): Promise<Pair> => {
  const made = await crypto.subtle.generateKey({ name: 'X25519' }, true, ['deriveBits'])
  if (!isPair(made)) throw new Error('no pair of keys was made')
  return made
}
const rawOf = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', key))

/** An edge's keys: `publicKey` is what it says at pairing and in each birth, `privateKey` it keeps. Both base64url. */
export type EdgeKeys = { publicKey: string; privateKey: string }

export const makeEdgeKeys = async (): Promise<EdgeKeys> => {
  const { publicKey, privateKey } = await newPair()
  return {
    publicKey: toText(await rawOf(publicKey)),
    privateKey: toText(new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey))),
  }
}

/** Whether a text can be an edge's public key: 32 bytes as base64url. */
export const isEdgeKey = (publicKey: string): boolean => toBytes(publicKey)?.length === KEY_BYTES

/** Seals `secret` so that only the edge of `publicKey` can read it. @throws RangeError for a key that is none */
export const sealSecret = async (publicKey: string, secret: string): Promise<string> => {
  const recipient = toBytes(publicKey)
  if (recipient?.length !== KEY_BYTES) throw new RangeError('the public key of an edge has 32 bytes')
  const pair = await newPair()
  const sender = await rawOf(pair.publicKey)
  const key = await sharedKey(pair.privateKey, await publicKeyOf(recipient), sender, recipient)
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const text = new TextEncoder().encode(secret)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
  return toText(joined(sender, iv, new Uint8Array(sealed)))
}

/** The secret; null = it was sealed for another key, or was changed, or is none. */
export const openSecret = async (keys: EdgeKeys, sealed: string): Promise<string | null> => {
  const [bytes, recipient, own] = [toBytes(sealed), toBytes(keys.publicKey), toBytes(keys.privateKey)]
  if (bytes === null || recipient === null || own === null) return null
  if (bytes.length < KEY_BYTES + NONCE_BYTES + TAG_BYTES) return null
  const sender = bytes.slice(0, KEY_BYTES)
  const iv = bytes.slice(KEY_BYTES, KEY_BYTES + NONCE_BYTES)
  try {
    const privateKey = await crypto.subtle.importKey('pkcs8', own, { name: 'X25519' }, false, ['deriveBits'])
    const key = await sharedKey(privateKey, await publicKeyOf(sender), sender, recipient)
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv },
      key,
      bytes.slice(KEY_BYTES + NONCE_BYTES),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return null
  }
}
