import { createHash, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { storedSecretShape, STRETCHES_MAX } from '#domain/devices/registry-line.ts'

const derive = promisify(pbkdf2)

/** Mosquitto's own figure for `$7$`. The secret has 256 random bits, so stretching adds nothing to it. */
const iterations = 101
const saltBytes = 12
const hashBytes = 64

/** A new secret for one gateway: 256 random bits as 43 characters of base64url, shown once. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored: `$7$iterations$salt$hash`, PBKDF2-SHA512 as Mosquitto's password file and dynamic security take it. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(secret, salt, iterations, hashBytes, 'sha512')
  return `$7$${iterations}$${salt.toString('base64')}$${hash.toString('base64')}`
}

/** Compares in constant time. False for a stored text that is not of the `$7$` form. */
export async function verifySecret(secret: string, stored: string): Promise<boolean> {
  const [, count = '', salt = '', expected = ''] = storedSecretShape.exec(stored) ?? []
  const rounds = Number(count)
  if (rounds < 1 || rounds > STRETCHES_MAX) return false
  const hash = await derive(secret, Buffer.from(salt, 'base64'), rounds, hashBytes, 'sha512')
  return timingSafeEqual(hash, Buffer.from(expected, 'base64'))
}

export type SecretVerifier = {
  verify(secret: string, stored: string): Promise<boolean>
  /** To be called when a credential is revoked or replaced. */
  forget(stored: string): void
  /** How many times a secret had to be stretched. */
  readonly derivations: number
}

/**
 * Remembers the last successful verifications, so that a fleet that reconnects at once costs a hash each instead of
 * a derivation. An entry belongs to one stored text: a replaced credential never meets the entry of its predecessor.
 */
export function createSecretVerifier(capacity = 20_000): SecretVerifier {
  const known = new Map<string, Buffer>()
  let derivations = 0
  return {
    get derivations() {
      return derivations
    },
    async verify(secret, stored) {
      const digest = createHash('sha256').update(secret).digest()
      const earlier = known.get(stored)
      if (earlier !== undefined && timingSafeEqual(earlier, digest)) {
        known.delete(stored)
        known.set(stored, earlier)
        return true
      }
      derivations += 1
      if (!(await verifySecret(secret, stored))) return false
      known.delete(stored)
      known.set(stored, digest)
      const oldest = known.keys().next()
      if (known.size > capacity && !oldest.done) known.delete(oldest.value)
      return true
    },
    forget(stored) {
      known.delete(stored)
    },
  }
}

/** Of nobody's secret: verifying against it costs an unknown gateway's login what a known one's costs. */
const nobody = `$7$${iterations}$${Buffer.alloc(saltBytes).toString('base64')}$${Buffer.alloc(hashBytes).toString('base64')}`

/**
 * The login of gateways. `findStored` gives the stored secret of a gateway in force, null when it is unknown or
 * revoked; it is asked at each login, so a revoked credential ends with the next one.
 */
export function createGatewayLogin(
  findStored: (gateway: string) => Promise<string | null>,
  verifier: SecretVerifier = createSecretVerifier(),
  accepted: (gateway: string, stored: string) => void = () => {},
): (gateway: string, secret: string) => Promise<boolean> {
  return async (gateway, secret) => {
    const stored = await findStored(gateway)
    const right = await verifier.verify(secret, stored ?? nobody)
    if (!right || stored === null) return false
    accepted(gateway, stored)
    return true
  }
}
