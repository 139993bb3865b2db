import { describe, expect, it } from 'vitest'
import { profileNamed } from './profile-names.ts'

const known = [
  'sunspec',
  'sungrow-sh',
  'sungrow-sg',
  'growatt-tlx',
  'growatt',
  'sma',
  'deye-string',
  'goodwe',
]

describe('the name of a profile', () => {
  it.each([
    ['sungrow-sg', 'sungrow-sg'],
    [' Sungrow_SG ', 'sungrow-sg'],
    ['SUNGROW', 'sungrow'],
    ['Growatt', 'growatt'],
    ['Growatt TLX', 'growatt-tlx'],
    ['SolarEdge', 'sunspec'],
    ['Sunsynk', 'deye'],
    ['goodwe-et', 'goodwe'],
    ['sun', null],
    ['', null],
    ['constructor', null],
    ['shelly', null],
  ])('typed as "%s" is %s', (typed, name) => {
    expect(profileNamed(typed, known)).toBe(name)
  })
})
