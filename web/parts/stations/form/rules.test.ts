import { describe, expect, it } from 'vitest'
import { stationRules } from './rules.ts'
import { emptyValues, type StationValues } from './station-values.ts'

const right: StationValues = {
  ...emptyValues,
  name: '滨江屋顶-3',
  companyId: '1a0f4bd2-5f7b-4f0e-9d3a-000000000001',
  type: 'commercial',
  timeZone: 'Asia/Shanghai',
  latitude: 30.2084,
  longitude: 120.2119,
  country: 'CN',
  capacity: 12.5,
}
const codesOf = (change: Partial<StationValues>) => stationRules({ ...right, ...change })

describe('rules of the station form', () => {
  it('let a right station pass', () => {
    expect(codesOf({})).toEqual({})
  })
  it('name what is missing', () => {
    expect(codesOf({ name: ' ', type: null, latitude: null, capacity: null, reportMin: null })).toEqual({
      name: 'required',
      type: 'required',
      latitude: 'required',
      capacity: 'required',
      reportMin: 'required',
    })
  })
  it.each<[Partial<StationValues>, Record<string, string>]>([
    [{ name: '(顶)' }, { name: 'station_name_start' }],
    [{ name: '屋顶 3' }, { name: 'station_name_characters' }],
    [{ name: '站'.repeat(31) }, { name: 'station_name_length' }],
    [{ latitude: 90.1 }, { latitude: 'latitude_range' }],
    [{ latitude: Number.NaN }, { latitude: 'latitude_range' }],
    [{ longitude: 1.123_456_7 }, { longitude: 'longitude_range' }],
    [{ reportMin: 4 }, { reportMin: 'reporting_range' }],
    [{ capacity: 1.234 }, { capacity: 'capacity_format' }],
    [{ tiltDeg: 91 }, { tiltDeg: 'tilt_range' }],
    [{ phone: '12', phoneCountry: 'CN' }, { phone: 'phone_format' }],
    [{ tariff: { perKwh: null, currency: 'CNY', source: '' } }, { 'tariff.perKwh': 'required' }],
    [{ tariff: { perKwh: 0.5, currency: 'yuan', source: '' } }, { 'tariff.currency': 'currency_format' }],
    [{ co2: { kgPerKwh: 11, source: '' } }, { 'co2.kgPerKwh': 'carbon_range' }],
  ])('%o gives %o', (change, codes) => {
    expect(codesOf(change)).toEqual(codes)
  })
  it('ask for no country of a telephone that was not entered', () => {
    expect(codesOf({ phone: '', phoneCountry: 'CN' })).toEqual({})
  })
})
