import { describe, expect, it } from 'vitest'
import { numberFromText } from './number-field.tsx'

describe('a typed number', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['12', 12],
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['１２.５', 12.5],
    ['.5', 0.5],
    ['-3', -3],
    ['5.', 5],
  ])('%j is %s', (typed, value) => {
    expect(numberFromText(typed)).toBe(value)
  })
  it.each(['abc', '1e5', '0x10', '1.2.3', '12 kW', '--1', '1,234,5', 'Infinity'])(
    '%j is no number',
    (typed) => {
      expect(numberFromText(typed)).toBeNaN()
    },
  )
})
