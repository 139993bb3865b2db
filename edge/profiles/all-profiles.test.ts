import { describe, expect, it } from 'vitest'
import { profileMistakes } from '../engine/profile/check-profile.ts'
import { allProfiles } from './all-profiles.ts'
import { solarEdgeBatteries } from './solaredge.ts'

describe('the profiles of makers', () => {
  it.each([...allProfiles, ...solarEdgeBatteries].map((profile) => [profile.name, profile] as const))(
    '%s has no mistake',
    (_, profile) => {
      expect(profileMistakes(profile)).toEqual([])
    },
  )

  it('have a name each', () => {
    expect(new Set(allProfiles.map(({ name }) => name)).size).toBe(allProfiles.length)
  })
})
