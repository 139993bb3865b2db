import { describe, expect, it } from 'vitest'
import { avoidedCarbonKg, axisUnit, incomeOf, scaleEnergy, scalePower } from './units.ts'

const shown = ({ value, unit, digits }: ReturnType<typeof scalePower | typeof scaleEnergy>): string =>
  `${value.toFixed(digits)} ${unit}`

describe('figures for people', () => {
  it.each([
    [0, '0 W'],
    [-2.86, '-3 W'],
    [-0.3, '0 W'],
    [865, '865 W'],
    [999.4, '999 W'],
    [999.6, '1.00 kW'],
    [1234, '1.23 kW'],
    [9996, '10.0 kW'],
    [17_000, '17.0 kW'],
    [99_960, '100 kW'],
    [999_400, '999 kW'],
    [999_600, '1.00 MW'],
    [-12_345_678, '-12.3 MW'],
    [3.2e9, '3.20 GW'],
    [4.5e13, '45000 GW'],
  ])('shows a power of %d W as %s', (watts, text) => {
    expect(shown(scalePower(watts))).toBe(text)
  })

  it.each([
    [0, '0 Wh'],
    [43_934_840, '43.9 MWh'],
    [1500, '1.50 kWh'],
    [7.25e9, '7.25 GWh'],
  ])('shows an energy of %d Wh as %s', (wh, text) => {
    expect(shown(scaleEnergy(wh))).toBe(text)
  })

  it('gives an axis one unit: that of its largest value', () => {
    expect(axisUnit([null, 12, 4500, -20], scalePower)).toEqual({ unit: 'kW', divisor: 1000 })
    expect(axisUnit([], scaleEnergy)).toEqual({ unit: 'Wh', divisor: 1 })
    expect(axisUnit([999_999_999], scaleEnergy)).toEqual({ unit: 'GWh', divisor: 1e9 })
  })

  it('counts carbon and money, and unknown stays unknown', () => {
    expect(avoidedCarbonKg(2_000_000, { kgPerKwh: 0.5 })).toBe(1000)
    expect(incomeOf(2000, { perKwh: 0.4 })).toBeCloseTo(0.8)
    expect([avoidedCarbonKg(null, { kgPerKwh: 1 }), incomeOf(1, null)]).toEqual([null, null])
  })
})
