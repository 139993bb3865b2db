import { describe, expect, it } from 'vitest'
import { ConnectLimits, defaultConnectLimits } from './connect-limits.ts'

const { loginBurst, banMs } = defaultConnectLimits

describe('limits on connecting', () => {
  it('D15: a gateway that comes and goes without end stays out for a minute, others do not', () => {
    const limits = new ConnectLimits(defaultConnectLimits)
    let now = 0
    let admitted = 0
    // Ten a second, for ten seconds.
    for (let n = 0; n < 100; n += 1) {
      if (limits.login('FLAPPING', now)) admitted += 1
      now += 100
    }
    expect(admitted).toBeGreaterThanOrEqual(loginBurst)
    expect(admitted).toBeLessThan(loginBurst + 10)
    expect(limits.login('HONEST', now)).toBe(true)
    // Still out though a bucket alone would let it in by now.
    now += banMs / 2
    expect(limits.login('FLAPPING', now)).toBe(false)
    now += banMs / 2
    expect(limits.login('FLAPPING', now)).toBe(true)
    expect(limits.login('FLAPPING', now)).toBe(true)
  })

  it('D15: a whole fleet behind one address may reconnect at once', () => {
    const limits = new ConnectLimits(defaultConnectLimits)
    const gateways = Array.from({ length: 2_000 }, (_, n) => `GW${n}`)
    for (let round = 0; round < 5; round += 1) {
      expect(limits.tooManyFailures('192.168.1.1', round)).toBe(false)
      expect(gateways.filter((gateway) => limits.login(gateway, round))).toHaveLength(2_000)
    }
  })
})
