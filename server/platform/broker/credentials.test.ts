import { describe, expect, it } from 'vitest'
import {
  createGatewayLogin,
  createSecretVerifier,
  hashSecret,
  makeSecret,
  verifySecret,
} from './credentials.ts'

/** Made by Mosquitto 2.0.11's own `mosquitto_passwd` for this secret. */
const secret = 'Zm9vYmFy-secret_0123456789abcdefghijklmnopqrs'
const fromMosquitto =
  '$7$101$ve1mvbO50ZDGycXg$r8otOn0DpeoWg7JY+9IPfrSAQgq00KpMb3TgR9VAUr5/6Nv1Bzkx6AQErDFQSboJgJbxMy/kg8OKopPlzcJfaQ=='

describe('credentials of gateways', () => {
  it('D2: secrets are 256 random bits, different each time', () => {
    const secrets = Array.from({ length: 1000 }, makeSecret)
    expect(new Set(secrets).size).toBe(1000)
    for (const made of secrets) expect(made).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  it('reads what Mosquitto writes, and writes the same form', async () => {
    expect(await verifySecret(secret, fromMosquitto)).toBe(true)
    expect(await verifySecret(`${secret}x`, fromMosquitto)).toBe(false)
    const stored = await hashSecret(secret)
    expect(stored).toMatch(/^\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==$/)
    expect(await verifySecret(secret, stored)).toBe(true)
    expect(await hashSecret(secret)).not.toBe(stored)
  })

  it.each(['', 'plain', '$6$abc$def', '$7$0$AAAA$AAAA', fromMosquitto.slice(0, -4), `${fromMosquitto}x`])(
    'takes no secret for a stored text like %s',
    async (stored) => {
      expect(await verifySecret(secret, stored)).toBe(false)
      expect(await verifySecret('', stored)).toBe(false)
    },
  )

  it('D15: 500 reconnects cost one derivation for each gateway', async () => {
    const verifier = createSecretVerifier()
    const fleet = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const own = makeSecret()
        return { own, stored: await hashSecret(own) }
      }),
    )
    for (const { own, stored } of fleet) expect(await verifier.verify(own, stored)).toBe(true)
    for (let round = 0; round < 100; round += 1) {
      for (const { own, stored } of fleet) expect(await verifier.verify(own, stored)).toBe(true)
    }
    expect(verifier.derivations).toBe(5)
  })

  it('never remembers a failure nor accepts another secret, forgets on revoking, and stays within its size', async () => {
    const verifier = createSecretVerifier(2)
    expect(await verifier.verify(secret, fromMosquitto)).toBe(true)
    expect(await verifier.verify('other', fromMosquitto)).toBe(false)
    expect(await verifier.verify('other', fromMosquitto)).toBe(false)
    expect(verifier.derivations).toBe(3)
    verifier.forget(fromMosquitto)
    expect(await verifier.verify(secret, fromMosquitto)).toBe(true)
    expect(verifier.derivations).toBe(4)
    for (let index = 0; index < 2; index += 1) {
      const own = makeSecret()
      await verifier.verify(own, await hashSecret(own))
    }
    await verifier.verify(secret, fromMosquitto)
    expect(verifier.derivations).toBe(7)
  })

  it('D1: an unknown or revoked gateway does not log in, and costs the same work', async () => {
    const verifier = createSecretVerifier()
    const stored = new Map([['GW1', fromMosquitto]])
    const login = createGatewayLogin(async (gateway) => stored.get(gateway) ?? null, verifier)
    expect(await login('GW1', secret)).toBe(true)
    expect(await login('GW2', secret)).toBe(false)
    expect(verifier.derivations).toBe(2)
    stored.clear()
    expect(await login('GW1', secret)).toBe(false)
    expect(verifier.derivations).toBe(3)
  })
})
