import { describe, expect, it } from 'vitest'
import { differences, groups, merged } from './conflict.ts'
import { emptyValues, type StationValues } from './station-values.ts'

const base: StationValues = { ...emptyValues, name: 'Roof', latitude: 30, longitude: 120, phone: '1234567' }

describe('two people change one station', () => {
  it('O2: proposes what only one of them changed, and decides nothing that both changed', () => {
    const mine = { ...base, name: 'Roof-A', capacity: 10 }
    const theirs = { ...base, name: 'Roof-B', phone: '7654321' }
    expect(differences(base, mine, theirs)).toEqual([
      { group: 'name', chosen: null },
      { group: 'capacity', chosen: 'mine' },
      { group: 'phone', chosen: 'theirs' },
    ])
  })
  it('shows nothing that both changed alike', () => {
    const both = { ...base, name: 'Roof-C' }
    expect(differences(base, both, { ...both })).toEqual([])
  })
  it('O2: takes each field from the side that was chosen, coordinates with their hemisphere', () => {
    const mine = { ...base, latitude: 33.8, north: false, name: 'Roof-A', tiltDeg: 20 }
    const theirs = { ...base, latitude: 31, name: 'Roof-B', ownerAccountId: 'x', tiltDeg: 25 }
    const result = merged(mine, theirs, { position: 'mine', name: 'theirs', tiltDeg: 'theirs' })
    expect(result).toEqual({ ...theirs, latitude: 33.8, north: false })
  })
  it('can choose every field of the form', () => {
    const chosen = Object.values(groups).flat()
    expect([...chosen].sort()).toEqual(Object.keys(emptyValues).sort())
  })
})
