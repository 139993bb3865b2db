import { describe, expect, it } from 'vitest'
import { place, smallSite } from '../array.fixture.ts'
import { freeNo, memberChanges, newString, stringErrors, type StringValues } from './string-values.ts'

const values = (change: Partial<StringValues>): StringValues => ({
  ...newString([], 'i1').values,
  capacityW: 9000,
  ...change,
})

describe('what is entered of a string', () => {
  it('a capacity is above 0 with at most two decimals; only what was found by itself may lack it', () => {
    const wrong = { capacityW: 'string_capacity' }
    expect(stringErrors(values({ capacityW: 0 }), true)).toEqual(wrong)
    expect(stringErrors(values({ capacityW: -0.01 }), true)).toEqual(wrong)
    expect(stringErrors(values({ capacityW: Number.NaN }), true)).toEqual(wrong)
    expect(stringErrors(values({ capacityW: 0.001 }), true)).toEqual(wrong)
    expect(stringErrors(values({ capacityW: 0.01 }), true)).toEqual({})
    expect(stringErrors(values({ capacityW: 9000.55 }), true)).toEqual({})
    expect(stringErrors(values({ capacityW: null }), false)).toEqual({})
    // Who makes one knows it; what was found by itself may lack it.
    expect(stringErrors(values({ capacityW: null }), true)).toEqual({ capacityW: 'required' })
  })
  it('needs an inverter and a number from 1 to 1000', () => {
    expect(stringErrors(values({ inverterId: null, no: null }), true)).toEqual({
      inverterId: 'required',
      no: 'required',
    })
    for (const no of [0, 1001, 1.5, Number.NaN])
      expect(stringErrors(values({ no }), true)).toEqual({ no: 'whole' })
    for (const no of [1, 1000]) expect(stringErrors(values({ no }), true)).toEqual({})
    expect(stringErrors(values({ mpptNo: 0 }), true)).toEqual({ mpptNo: 'whole' })
    expect(stringErrors(values({ name: 'x'.repeat(61) }), true).name).toBeDefined()
    expect(stringErrors(values({ name: 'x'.repeat(60) }), true)).toEqual({})
  })
  it('proposes the next number of that inverter', () => {
    const { strings } = smallSite([])
    expect(freeNo(strings, 'i1')).toBe(3)
    expect(freeNo(strings, 'i2')).toBe(1)
  })
  it('who is added comes behind the others; who is taken out keeps its spot', () => {
    const site = smallSite([
      place('o1', { stringId: 's1', position: 1, areaId: 'a1', row: 1, col: 1 }),
      place('o2', { stringId: 's1', position: 4 }),
    ])
    const changes = memberChanges(site, 's1', ['o2', 'o3', 'd1', 'o4'])
    expect(changes.map(({ deviceId, want }) => [deviceId, want.stringId, want.position])).toEqual([
      ['o1', null, null],
      ['o3', 's1', 5],
      ['d1', 's1', 1],
      ['o4', 's1', 6],
    ])
    expect(changes[0]?.want.areaId).toBe('a1')
  })
})
