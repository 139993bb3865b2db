import { describe, expect, it } from 'vitest'
import { ConnectLimits, defaultConnectLimits } from './connect-limits.ts'
import { checkLogin, type LoginRefused } from './gateway-login.ts'

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

describe('T6: a guesser behind the address of genuine gateways', () => {
  const limits = new ConnectLimits(defaultConnectLimits)
  const secrets: Record<string, string> = { GW1: 'right one', GW2: 'right two' }
  const login = (gateway: string, secret: string) =>
    checkLogin(
      { gateway },
      Buffer.from(secret),
      { address: '198.51.100.7', now: () => 0, limits },
      async (name, given) => (secrets[name] === given ? 'yes' : 'no'),
    ).catch((error: LoginRefused) => error.reason)

  it('T6: keeps out no gateway that has been in with its secret, whichever name is guessed at', async () => {
    expect(await login('GW1', 'right one')).toBe('GW1')
    for (let n = 0; n < 100; n += 1) await login(n % 2 === 0 ? 'GW1' : 'GW9', `guess ${n}`)
    expect(await login('GW1', 'guess')).toBe('too_many_failures')
    expect(await login('GW1', 'right one')).toBe('GW1')
    // One that never was in from there waits as everybody does, and a secret that was taken back opens nothing.
    expect(await login('GW2', 'right two')).toBe('too_many_failures')
    secrets['GW1'] = 'another'
    expect(await login('GW1', 'right one')).toBe('credentials')
  })
})
