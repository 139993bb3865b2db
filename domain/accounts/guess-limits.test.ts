import { describe, expect, it } from 'vitest'
import { delayAfter, guessPolicies } from './guess-limits.ts'

describe('delays between guesses', () => {
  it('A2: grow from the first counted failure and never shrink', () => {
    for (const policy of Object.values(guessPolicies)) {
      const delays = Array.from({ length: 200 }, (_, failures) => delayAfter(policy, failures))
      expect(delays.slice(0, policy.free).every((delay) => delay === 0)).toBe(true)
      expect(delays[policy.free]).toBe(policy.firstDelayMs)
      expect(delays.every((delay, at) => at === 0 || delay >= (delays[at - 1] ?? 0))).toBe(true)
    }
  })

  it('A2: an account is stopped before 100 failures, an address never', () => {
    expect(guessPolicies.account.stopAt).toBeLessThan(100)
    expect(delayAfter(guessPolicies.account, guessPolicies.account.stopAt)).toBe(Infinity)
    expect(delayAfter(guessPolicies.address, 1e9)).toBe(guessPolicies.address.longestDelayMs)
  })
})
