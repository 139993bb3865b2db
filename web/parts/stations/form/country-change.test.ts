import { describe, expect, it } from 'vitest'
import { proposedCarbon } from '#domain/stations/factors.ts'
import { countryChange } from './country-change.ts'

const nothing = { country: null, region: '', phoneCountry: null, phone: '', co2: null }
const china = { country: 'CN', region: 'Zhejiang', phoneCountry: 'CN', phone: '', co2: proposedCarbon('CN') }

describe('with another country', () => {
  it('come calling code and CO2 factor the first time, and a region already typed stays', () => {
    expect(countryChange({ ...nothing, region: 'Typed' }, 'CN')).toEqual({
      country: 'CN',
      phoneCountry: 'CN',
      co2: proposedCarbon('CN'),
    })
  })
  it('the region of the old one goes and what was proposed for it is proposed anew', () => {
    expect(countryChange(china, 'DE')).toEqual({
      country: 'DE',
      region: '',
      phoneCountry: 'DE',
      co2: proposedCarbon('DE'),
    })
  })
  it('what a person entered stays', () => {
    const own = { ...china, phone: '13800138000', co2: { kgPerKwh: 0.1, source: 'own' } }
    expect(countryChange(own, 'DE')).toEqual({ country: 'DE', region: '' })
    expect(countryChange({ ...china, co2: null }, 'DE')).not.toHaveProperty('co2')
  })
  it('nothing changes with the same', () => {
    expect(countryChange(china, 'CN')).toEqual({})
  })
})
