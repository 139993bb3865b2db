import { createHmac, randomBytes } from 'node:crypto'
import { TokenBucket } from './token-bucket.ts'

export type ConnectLimitOptions = {
  /** Failed logins from one address: at once, and again for each second. */
  failureBurst: number
  failuresPerSecond: number
  /** Logins of one gateway: at once, and again for each second. */
  loginBurst: number
  loginsPerSecond: number
  /** A gateway that comes and goes faster than that is not let in for so long, ms. */
  banMs: number
}

export const defaultConnectLimits: ConnectLimitOptions = {
  failureBurst: 30,
  failuresPerSecond: 0.5,
  loginBurst: 60,
  loginsPerSecond: 1,
  banMs: 60_000,
}

const mostRemembered = 50_000

/** Buckets by key; the full ones are forgotten when there are too many, then the oldest. */
class Buckets {
  readonly #buckets = new Map<string, TokenBucket>()
  readonly #perSecond: number
  readonly #burst: number

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond
    this.#burst = burst
  }

  of(key: string, now: number): TokenBucket {
    const known = this.#buckets.get(key)
    if (known !== undefined) return known
    if (this.#buckets.size >= mostRemembered) this.#forget(now)
    const bucket = new TokenBucket(this.#perSecond, this.#burst, now)
    this.#buckets.set(key, bucket)
    return bucket
  }

  #forget(now: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key)
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size < mostRemembered) break
      this.#buckets.delete(key)
    }
  }
}

/**
 * Limits on connecting. Failures count against the address they come from and never against the gateway whose name
 * was tried: otherwise anybody could lock a gateway out by guessing in its name.
 */
export class ConnectLimits {
  /** Of this process alone: what is kept of a secret is worth nothing elsewhere. */
  readonly #key = randomBytes(32)
  /** What each gateway last got in with. */
  readonly #proofs = new Map<string, string>()
  readonly #failures: Buckets
  readonly #logins: Buckets
  readonly #banMs: number
  /** Until when, by gateway. */
  readonly #banned = new Map<string, number>()

  constructor(options: ConnectLimitOptions) {
    this.#failures = new Buckets(options.failuresPerSecond, options.failureBurst)
    this.#logins = new Buckets(options.loginsPerSecond, options.loginBurst)
    this.#banMs = options.banMs
  }

  #proofOf(gateway: string, address: string, secret: Buffer): string {
    return createHmac('sha256', this.#key).update(`${gateway}\n${address}\n`).update(secret).digest('base64')
  }

  /** Whether this gateway got in from this address with this very secret before: no guesser behind it is in its way. */
  hasBeenIn(gateway: string, address: string, secret: Buffer): boolean {
    return this.#proofs.get(gateway) === this.#proofOf(gateway, address, secret)
  }

  gotIn(gateway: string, address: string, secret: Buffer): void {
    this.#proofs.delete(gateway)
    this.#proofs.set(gateway, this.#proofOf(gateway, address, secret))
    for (const oldest of this.#proofs.keys()) {
      if (this.#proofs.size <= mostRemembered) break
      this.#proofs.delete(oldest)
    }
  }

  /** Whether this address has failed too often to be asked for its secret. */
  tooManyFailures(address: string, now: number): boolean {
    return this.#failures.of(address, now).waitFor(1, now) > 0
  }

  failed(address: string, now: number): void {
    this.#failures.of(address, now).take(1, now)
  }

  /**
   * Counts a login that succeeded; false when the gateway comes and goes too often. Then it stays out for a while:
   * each login costs everybody's births and inventories, and such a gateway helps nobody.
   */
  login(gateway: string, now: number): boolean {
    const until = this.#banned.get(gateway)
    if (until !== undefined && now < until) return false
    this.#banned.delete(gateway)
    if (this.#logins.of(gateway, now).tryTake(1, now)) return true
    if (this.#banned.size >= mostRemembered) this.#banned.clear()
    this.#banned.set(gateway, now + this.#banMs)
    return false
  }
}
