import { describe, expect, it } from 'vitest'
import { stationInput } from '#domain/stations/fields.ts'
import { emptyValues } from './station-values.ts'
import { firstOf, stepAfter, stepBefore, stepFields, stepNames, stepOf, wrongBySteps } from './steps.ts'

describe('steps of the station form', () => {
  it('have every field of the rules once, and no other', () => {
    const all = stepNames.flatMap((step) => [...stepFields[step]])
    expect([...all].sort()).toEqual(Object.keys(stationInput.shape).sort())
    expect([...all].sort()).toEqual(Object.keys(emptyValues).sort())
  })
  it('find a field of a group by its path', () => {
    expect(stepOf('tariff.perKwh')).toBe('worth')
    expect(stepOf('latitude')).toBe('place')
  })
  it('put an error that no field is named for on the first step', () => {
    expect(stepOf('id')).toBe('basics')
  })
  it('count and order what is wrong', () => {
    const wrong = ['phone', 'capacity', 'longitude', 'latitude']
    expect(wrongBySteps(wrong)).toEqual({ basics: 0, place: 2, power: 1, worth: 1 })
    expect(firstOf(wrong)).toBe('latitude')
    expect(firstOf([])).toBeNull()
  })
  it('follow each other and end', () => {
    expect(stepNames.map(stepAfter)).toEqual(['place', 'power', 'worth', null])
    expect(stepNames.map(stepBefore)).toEqual([null, 'basics', 'place', 'power'])
  })
})
