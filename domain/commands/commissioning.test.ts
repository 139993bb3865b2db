import { describe, expect, it } from 'vitest'
import { type CheckKey, checkKeys, checksOf, type GatewayFacts } from './commissioning.ts'

const now = 1_755_600_000_000
const minutes = 60_000
const fine: GatewayFacts = {
  now,
  reportMin: 5,
  connected: true,
  birthAt: now - 60 * minutes,
  goneAt: null,
  reportAt: now - 2 * minutes,
  clockOffsetMs: -400,
  csq: 21,
  netMode: '4g',
  sw: '2.1.7',
  inventoryAt: now - 50 * minutes,
  expected: 60,
  found: 60,
  quarantined: 0,
  inverters: 1,
  counting: 1,
  energyAt: now - 2 * minutes,
  activatedAt: now - minutes,
  activationFailed: false,
}
const never: GatewayFacts = {
  ...fine,
  connected: false,
  birthAt: null,
  reportAt: null,
  clockOffsetMs: null,
  csq: null,
  netMode: '',
  sw: '',
  inventoryAt: null,
  expected: 0,
  found: 0,
  inverters: 0,
  counting: 0,
  energyAt: null,
  activatedAt: null,
}
const stateOf = (key: CheckKey, facts: Partial<GatewayFacts>, base = fine): string | undefined =>
  checksOf({ ...base, ...facts }).find((one) => one.key === key)?.state

describe('the checks of commissioning', () => {
  it('has all of them in order', () => {
    expect(checksOf(fine).map(({ key }) => key)).toEqual([...checkKeys])
    expect(checksOf(fine).every(({ state }) => state === 'done')).toBe(true)
  })

  it('waits for everything of a gateway that was never heard', () => {
    expect(new Set(checksOf(never).map(({ state }) => state))).toEqual(new Set(['waiting']))
  })

  it.each([
    ['connected', { connected: false, goneAt: now - minutes }, 'problem'],
    ['report', { reportAt: null, birthAt: now - 14 * minutes }, 'waiting'],
    ['report', { reportAt: null, birthAt: now - 15 * minutes }, 'problem'],
    ['report', { reportAt: now - 15 * minutes + 1 }, 'done'],
    ['report', { reportAt: now - 15 * minutes }, 'problem'],
    ['clock', { clockOffsetMs: 60_000 }, 'done'],
    ['clock', { clockOffsetMs: 60_001 }, 'problem'],
    ['clock', { clockOffsetMs: -60_001 }, 'problem'],
    ['signal', { csq: 15 }, 'done'],
    ['signal', { csq: 14 }, 'problem'],
    ['signal', { csq: 0 }, 'problem'],
    ['signal', { csq: null, netMode: 'ethernet' }, 'done'],
    ['signal', { csq: null, netMode: '4g' }, 'waiting'],
    ['firmware', { sw: '' }, 'waiting'],
    ['devices', { found: 57 }, 'problem'],
    ['devices', { quarantined: 1 }, 'problem'],
    ['devices', { expected: 0, found: 0 }, 'problem'],
    ['devices', { inventoryAt: null }, 'waiting'],
    ['energy', { inverters: 2, counting: 1 }, 'waiting'],
    ['energy', { inverters: 0, counting: 0 }, 'waiting'],
    ['activated', { activatedAt: null }, 'waiting'],
    ['activated', { activatedAt: null, activationFailed: true }, 'problem'],
    ['activated', { activationFailed: true }, 'done'],
  ] as const)('%s with %j: %s', (key, facts, state) => {
    expect(stateOf(key, facts)).toBe(state)
  })
})
