import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { capacityInW, equivalentHours } from './capacity.ts'
import { callingCodeOf, countryCodes, isCountry } from './countries.ts'
import { gramsOfCountry } from './carbon-by-country.ts'
import { proposedCarbon, proposedTariff, sourceText } from './factors.ts'
import { carbon, countryCode, money } from './fields.ts'
import { regionsOf } from './regions.ts'
import { isStationCode, stationCode } from './station-code.ts'

describe('countries and regions', () => {
  it('has the 249 codes of ISO 3166-1, each with a name in both languages and a calling code', () => {
    expect(countryCodes).toHaveLength(249)
    expect(new Set(countryCodes).size).toBe(249)
    for (const locale of ['en', 'zh-CN']) {
      const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
      expect(countryCodes.filter((code) => !names.of(code))).toEqual([])
    }
    for (const code of countryCodes) {
      expect(countryCode.safeParse(code).success).toBe(true)
      expect(callingCodeOf(code)).toMatch(/^[1-9]\d{0,2}$/)
    }
    expect([callingCodeOf('CN'), callingCodeOf('US'), callingCodeOf('DE')]).toEqual(['86', '1', '49'])
    expect([isCountry('XX'), isCountry('cn'), callingCodeOf('XX')]).toEqual([false, false, null])
  })

  it('offers regions of known countries, in both languages in China', () => {
    expect(regionsOf('CN')).toHaveLength(31)
    expect(regionsOf('CN')[0]).toEqual({ name: 'Beijing', zh_CN: '北京' })
    expect(regionsOf('DE').map((region) => region.name)).toContain('Schleswig-Holstein')
    expect(regionsOf('US')).toHaveLength(51)
    expect(regionsOf('VA')).toEqual([])
    expect(regionsOf('constructor')).toEqual([])
  })

  it('proposes factors that a station may hold, each with its source', () => {
    for (const code of countryCodes) {
      expect(carbon.parse(proposedCarbon(code)).source).not.toBe('')
      expect(z.nullable(money).parse(proposedTariff(code, 5_000))?.source).not.toBe('')
      const sources = [proposedCarbon(code), proposedTariff(code, 5_000)].flatMap((one) =>
        one ? [one.source] : [],
      )
      for (const source of sources) expect(sourceText(source, 'zh_CN')).toMatch(/\p{Script=Han}/u)
    }
    expect(sourceText('合同 2024', 'en')).toBe('合同 2024')
    // What older stations keep is still told in Chinese.
    expect(sourceText('Ember, world average 2023', 'zh_CN')).toMatch(/全球平均/)
    expect(proposedTariff('CN', 1_000_000)?.currency).toBe('CNY')
    expect(proposedTariff('constructor', null)).toBeNull()
  })
})

describe('the tariff proposed', () => {
  it('is none where the published figure is for smaller stations', () => {
    expect(proposedTariff('DE', 10_000)).toEqual({
      perKwh: 0.0811,
      currency: 'EUR',
      source: 'EEG 2023 feed-in up to 10 kW, February 2024',
    })
    expect(proposedTariff('DE', null)?.source).toMatch(/up to 10 kW/)
    expect(proposedTariff('DE', 39_000)).toBeNull()
  })
})

describe('the CO2 factor', () => {
  it('is that of the country, with its year and whether it is CO2 or CO2e', () => {
    expect(proposedCarbon('CN')).toMatchObject({
      kgPerKwh: 0.5306,
      source: expect.stringMatching(/2023, CO2$/),
    })
    expect(proposedCarbon('GB')).toMatchObject({
      kgPerKwh: 0.177,
      source: expect.stringMatching(/2025.*CO2e/),
    })
    // Water, wind and nuclear power: a tenth of the world's mean and less.
    for (const country of ['NO', 'SE', 'CH', 'FR', 'IS'])
      expect(proposedCarbon(country).kgPerKwh).toBeLessThan(0.06)
    expect(proposedCarbon('DE').kgPerKwh).toBe(0.342)
    expect(proposedCarbon('PL').kgPerKwh).toBe(0.615)
    for (const country of countryCodes)
      expect(proposedCarbon(country).source).toMatch(/20\d\d.*CO2|CO2.*20\d\d/)
  })

  it('is that of the world where a country has none that can be believed', () => {
    for (const country of ['VA', 'AQ', 'TM', 'UZ', 'CF', 'XX', 'constructor'])
      expect(proposedCarbon(country)).toEqual({
        kgPerKwh: 0.473,
        source: 'Ember, world average 2024, life cycle, CO2e',
      })
    expect(countryCodes.filter((code) => gramsOfCountry(code) !== null).length).toBeGreaterThan(200)
  })
})

describe('capacity', () => {
  it('is the same in W whatever unit it was entered in', () => {
    expect(capacityInW(12.34, 'kW')).toBe(12_340)
    expect(capacityInW(0.01, 'kW')).toBe(10)
    expect(capacityInW(1.15, 'MW')).toBe(1_150_000)
    expect(capacityInW(4.35, 'GW')).toBe(4_350_000_000)
  })

  it('gives equivalent hours, and keeps the unknown unknown', () => {
    expect(equivalentHours(50_000, 10_000, 1)).toBe(5)
    expect(equivalentHours(0, 10_000, 1)).toBe(0)
    expect(equivalentHours(null, 10_000, 1)).toBeNull()
  })

  it('sets energy that is not whole against the part that is known', () => {
    expect(equivalentHours(20_000, 10_000, 0.5)).toBe(4)
    expect(equivalentHours(20_000, 10_000, 0.2)).toBeNull()
    expect(equivalentHours(20_000, 10_000, null)).toBeNull()
  })
})

describe('station codes', () => {
  it('carry check digits that agree with ISO 7064 MOD 97-10', () => {
    expect(stationCode('CN', 1)).toMatch(/^PSCN000001\d\d$/)
    // An IBAN's check: letters as two digits, the whole number modulo 97 is 1.
    const digits = [...stationCode('DE', 42)].map((char) => Number.parseInt(char, 36)).join('')
    expect(BigInt(digits) % 97n).toBe(1n)
  })

  it('differ for different stations, and a typing mistake is no code', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countryCodes),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.nat(),
        fc.nat({ max: 9 }),
        (country, number, at, digit) => {
          const code = stationCode(country, number)
          expect(isStationCode(code)).toBe(true)
          expect(stationCode(country, number + 1)).not.toBe(code)
          const place = 4 + (at % (code.length - 4))
          const wrong = code.slice(0, place) + String(digit) + code.slice(place + 1)
          expect(isStationCode(wrong)).toBe(wrong === code)
        },
      ),
    )
  })
})
