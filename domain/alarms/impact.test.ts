import { describe, expect, it } from 'vitest'
import { atStakeW, comparePlaces, impactNow } from './impact.ts'

const facts: Parameters<typeof impactNow>[0] = {
  reason: null,
  costly: true,
  ratedW: 10_000,
  powerW: 6000,
  isDark: false,
  needsLight: true,
  size: 10_000,
  peerShares: [0.6, 0.62, 0.58],
  clearSkyW: 8000,
}

const place = (urgent: boolean, stakeW: number, level: number, id: string) => ({
  urgent,
  stakeW,
  level,
  id,
})

describe('what trouble costs now', () => {
  it.each([
    ['runs like its peers', {}, { of: 'none', powerW: null, against: null }],
    ['makes half', { powerW: 3000 }, { of: 'lost', powerW: 3000, against: 'peers' }],
    ['stands', { reason: 'shutdown', powerW: null }, { of: 'lost', powerW: 6000, against: 'peers' }],
    [
      'stands alone',
      { reason: 'shutdown', peerShares: [] },
      { of: 'lost', powerW: 8000, against: 'clear_sky' },
    ],
    ['runs alone', { peerShares: [], powerW: 1000 }, { of: 'unknown', powerW: null, against: null }],
    ['is not heard', { reason: 'device_silent' }, { of: 'unseen', powerW: 10_000, against: null }],
    [
      'is unheard of unknown size',
      { reason: 'never_heard', ratedW: null },
      { of: 'unseen', powerW: null, against: null },
    ],
    ['stands at night', { reason: 'shutdown', isDark: true }, { of: 'dark', powerW: 10_000, against: null }],
    [
      'is not heard at night',
      { reason: 'device_silent', isDark: true },
      { of: 'dark', powerW: 10_000, against: null },
    ],
    [
      'is not heard at night and works in it',
      { reason: 'device_silent', isDark: true, needsLight: false },
      { of: 'unseen', powerW: 10_000, against: null },
    ],
    ['runs at night', { isDark: true }, { of: 'none', powerW: null, against: null }],
    ['has a wrong clock', { reason: 'clock', costly: false }, { of: 'none', powerW: null, against: null }],
    ['says nothing of its power', { powerW: null }, { of: 'unknown', powerW: null, against: null }],
  ] as const)('of what %s', (_, change, expected) => {
    expect(impactNow({ ...facts, ...change })).toEqual(expected)
  })

  it('puts danger before money, and money before the level', () => {
    const [danger, dear, bad, mild] = [
      place(true, 0, 1, 'd'),
      place(false, 900, 4, 'c'),
      place(false, 0, 2, 'b'),
      place(false, 0, 3, 'a'),
    ]
    expect([mild, bad, dear, danger].sort(comparePlaces)).toEqual([danger, dear, bad, mild])
    expect(atStakeW({ of: 'unknown', powerW: null, against: null })).toBe(0)
  })
})
