import { createCipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEdgeKey, makeEdgeKeys, openSecret, sealSecret } from './sealed.ts'

const keys = await makeEdgeKeys()

describe('secrets of devices', () => {
  it('E8: what was sealed is read with the private key, whatever it is, and never the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), async (secret) => {
        const sealed = await sealSecret(keys.publicKey, secret)
        expect(sealed).toMatch(/^[\w-]+$/)
        expect(await openSecret(keys, sealed)).toBe(secret)
        expect(await sealSecret(keys.publicKey, secret)).not.toBe(sealed)
      }),
      { numRuns: 50 },
    )
  })

  it('E8: another edge cannot read it, and one changed bit makes it unreadable', async () => {
    const sealed = await sealSecret(keys.publicKey, 'eyJhbGciOi')
    expect(sealed).not.toContain('eyJhbGciOi')
    expect(await openSecret(await makeEdgeKeys(), sealed)).toBeNull()
    const bytes = Buffer.from(sealed, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      // The highest bit of an X25519 key means nothing by itself, but the derived key is bound to it.
      expect(await openSecret(keys, changed.toString('base64url'))).toBeNull()
    }
  })

  it('opens what OpenSSL sealed by the description', async () => {
    const sender = generateKeyPairSync('x25519')
    const raw = sender.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    const recipient = Buffer.from(keys.publicKey, 'base64url')
    const spki = Buffer.concat([Buffer.from('302a300506032b656e032100', 'hex'), recipient])
    const agreed = diffieHellman({
      privateKey: sender.privateKey,
      publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    })
    const salt = Buffer.concat([raw, recipient])
    const key = hkdfSync('sha256', agreed, salt, 'sunkeeper: secret of a device, 1', 32)
    const nonce = Buffer.alloc(12, 7)
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(key), nonce)
    const text = Buffer.concat([cipher.update('geheim', 'utf8'), cipher.final(), cipher.getAuthTag()])
    expect(await openSecret(keys, Buffer.concat([raw, nonce, text]).toString('base64url'))).toBe('geheim')
  })

  it('takes no key and no sealed text that cannot be one', async () => {
    expect([keys.publicKey, 'AAAA', '', '*'.repeat(43)].map(isEdgeKey)).toEqual([true, false, false, false])
    await expect(sealSecret('AAAA', 'x')).rejects.toThrow(RangeError)
    for (const none of ['', 'AAAA', '***', 'A'.repeat(200)]) expect(await openSecret(keys, none)).toBeNull()
  })
})
