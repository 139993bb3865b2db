import { expect, it } from 'vitest'
import { withoutDust } from './tiny-numbers.ts'

it('V12: what is nearer to nothing than the database can hold is 0, wherever it stands; all else stays', () => {
  expect(
    withoutDust({ x: -5e-324, list: [{ tilt: 2e-293 }, 1.2e-38, -0.004, 0], name: '1e-300', none: null }),
  ).toEqual({
    x: 0,
    list: [{ tilt: 0 }, 1.2e-38, -0.004, 0],
    name: '1e-300',
    none: null,
  })
  expect(withoutDust(null)).toBeNull()
})
