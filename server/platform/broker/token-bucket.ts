/** A rate with a burst: `perSecond` tokens come in each second, up to `burst`. Times are epoch milliseconds. */
export class TokenBucket {
  #tokens: number
  #at: number
  readonly #perSecond: number
  readonly #burst: number

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#at = now
  }

  #refill(now: number): void {
    const passed = Math.max(0, now - this.#at) / 1000
    this.#tokens = Math.min(this.#burst, this.#tokens + passed * this.#perSecond)
    this.#at = now
  }

  /** Milliseconds until `cost` tokens are there; 0 = now. A cost above the burst counts as the burst. */
  waitFor(cost: number, now: number): number {
    this.#refill(now)
    const missing = Math.min(cost, this.#burst) - this.#tokens
    return missing <= 0 ? 0 : Math.ceil((missing / this.#perSecond) * 1000)
  }

  /** Takes without asking: what is over the limit is waited for afterwards. */
  take(cost: number, now: number): void {
    this.#refill(now)
    this.#tokens -= Math.min(cost, this.#burst)
  }

  /** Takes the tokens when they are there. */
  tryTake(cost: number, now: number): boolean {
    if (this.waitFor(cost, now) > 0) return false
    this.#tokens -= Math.min(cost, this.#burst)
    return true
  }

  /** Nothing was taken for long enough that the bucket is as good as a new one. */
  isFull(now: number): boolean {
    this.#refill(now)
    return this.#tokens >= this.#burst
  }
}
