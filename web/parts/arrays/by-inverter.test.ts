import { describe, expect, it } from 'vitest'
import { knownPower, stringsByInverter } from './by-inverter.ts'
import type { DeviceRow, StringRow } from './site.ts'

const string = (id: string, inverterId: string, no: number, mpptNo: number | null): StringRow => ({
  id,
  inverterId,
  mpptNo,
  no,
  name: '',
  capacityW: null,
  version: 1,
  members: { optimizers: 0, shutdowns: 0 },
})
const inverter = (id: string) => ({ id, kind: 'inverter' }) as DeviceRow

const one = (powerW: number | null, online = true) => ({ powerW, online, kind: 'optimizer' }) as const

describe('strings by inverter', () => {
  it('sorts by MPPT and number; what has no MPPT comes last', () => {
    const [first, second] = stringsByInverter(
      [string('c', 'i1', 3, null), string('b', 'i1', 2, 1), string('a', 'i1', 1, 2), string('d', 'i1', 4, 1)],
      [inverter('i1'), inverter('i2')],
    )
    expect(first?.mppts.map(({ mpptNo, strings }) => [mpptNo, strings.map(({ id }) => id)])).toEqual([
      [1, ['b', 'd']],
      [2, ['a']],
      [null, ['c']],
    ])
    expect(second?.mppts).toEqual([])
  })
  it('loses no string whose inverter is not there', () => {
    const groups = stringsByInverter([string('a', 'gone', 1, 1)], [inverter('i1')])
    expect(groups.at(-1)).toMatchObject({ inverter: null, mppts: [{ strings: [{ id: 'a' }] }] })
  })
  it('adds up what is known and never takes unknown for zero', () => {
    expect(knownPower([one(null)])).toEqual({ powerW: null, known: 0, all: 1 })
    expect(knownPower([one(100), one(0), one(null), one(90, false)])).toEqual({
      powerW: 100,
      known: 2,
      all: 4,
    })
  })
})
