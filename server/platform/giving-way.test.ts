import { expect, it } from 'vitest'
import { createGivingWay } from './giving-way.ts'

it('work waits while others press, and no longer than it may', () => {
  let now = 1_000
  let pressed = false
  const way = createGivingWay(
    () => pressed,
    10_000,
    () => now,
  )
  expect(way.waits()).toBe(false)
  pressed = true
  expect(way.waits()).toBe(true)
  now = 10_999
  expect(way.waits()).toBe(true)
  now = 11_000
  expect(way.waits()).toBe(false)
  way.done()
  expect(way.waits()).toBe(true)
  pressed = false
  expect(way.waits()).toBe(false)
})
