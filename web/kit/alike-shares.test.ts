import { expect, test } from 'vitest'
import { areAlike } from './alike-shares.ts'

test('shares are alike as they are written, and what is not known is like nothing else', () => {
  expect(areAlike([0.991, 0.999, 0.99])).toBe(true)
  expect(areAlike([0.99, 0.98])).toBe(false)
  expect(areAlike([null, null])).toBe(true)
  expect(areAlike([null, 0])).toBe(false)
  expect(areAlike([1, 0.999])).toBe(false)
})
