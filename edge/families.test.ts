import { describe, expect, it } from 'vitest'
import { nameOfCode } from '#domain/alarms/explain-alarm.ts'
import { makerCodes } from '#domain/alarms/maker-codes.ts'
import { familySchema, type Family } from './engine/description.ts'
import { families } from './families.ts'
import { schemes } from './open-device.ts'

const brandsWith = (what: (family: Family) => boolean): Set<string> =>
  new Set(
    families.filter((family) => family.brand !== 'Other makers' && what(family)).map(({ brand }) => brand),
  )
const codesOf = (prefix: string): string[] =>
  Object.keys(makerCodes).filter((code) => code.startsWith(prefix) && /^\d+$/.test(code.slice(prefix.length)))

describe('what is known of families of devices', () => {
  it.each(families.map((family) => [`${family.brand} ${family.name}`, family] as const))(
    '%s is whole',
    (_, family) => {
      expect(familySchema.safeParse(family).error?.issues ?? []).toEqual([])
      expect((family.proof === 'captures') === (family.captures !== undefined)).toBe(true)
    },
  )

  it('is there of whatever an address can be asked for, and of nothing else', () => {
    const profiles = new Set(schemes.flatMap((scheme) => scheme.profiles))
    expect([...new Set(families.map(({ profile }) => profile))].toSorted()).toEqual([...profiles].toSorted())
    const asked = families.flatMap(({ profile, reach }) =>
      reach.map(({ scheme: name, unit, setting }) => {
        const scheme = schemes.find((one) => one.name === name)
        const settings = [
          ...(unit === undefined ? [] : ['unit']),
          ...(setting === undefined ? [] : [setting.split('=')[0] ?? '']),
        ]
        const isThere = scheme?.profiles.includes(profile) === true
        return isThere && settings.every((one) => Object.hasOwn(scheme.settings, one))
          ? ''
          : `${profile} by ${name}`
      }),
    )
    expect(asked.filter((one) => one !== '')).toEqual([])
  })

  it('has states of twelve brands, alarm codes of eight, and words for them in both languages', () => {
    expect(
      brandsWith(({ gives }) => gives.some(({ states }) => states.length > 0)).size,
    ).toBeGreaterThanOrEqual(12)
    const withAlarms = brandsWith(({ gives }) => gives.some(({ alarms }) => alarms.length > 0))
    expect(withAlarms.size).toBeGreaterThanOrEqual(8)
    const prefixes = [...new Set(families.flatMap(({ gives }) => gives.flatMap(({ alarms }) => alarms)))]
    // No source explains the numbers of Growatt, and those of Gen24; of Deye's hybrids and strings the bits are the same.
    expect(prefixes.filter((prefix) => codesOf(prefix).length === 0).toSorted()).toEqual([
      'fronius.g',
      'growatt.',
      'growatt.w',
    ])
    for (const code of prefixes.flatMap(codesOf)) {
      const { en, zh_CN } = nameOfCode(code)
      expect(en).toMatch(/[A-Za-z]/)
      expect(zh_CN).toMatch(/\p{Script=Han}/u)
    }
    // Every word of a maker belongs to a family that can say it.
    const said = new Set(prefixes.flatMap(codesOf))
    expect(Object.keys(makerCodes).filter((code) => !said.has(code))).toEqual([])
  })

  it('has the current of single strings where lists and models have it', () => {
    const strings = families.filter(({ gives }) => gives.some(({ metrics }) => metrics.includes('str')))
    expect([...new Set(strings.map(({ brand }) => brand))]).toEqual(['Huawei', 'Sungrow', 'Other makers'])
  })

  it('says of a limit who ends it', () => {
    const limits = families.flatMap(({ gives }) =>
      gives.flatMap(({ controls }) => controls.filter(({ op }) => op === 'limit')),
    )
    expect(limits.length).toBeGreaterThan(10)
    for (const { unit, ends } of limits) expect([unit, ends]).not.toContain(null)
  })
})
