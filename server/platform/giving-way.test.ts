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

it('work that takes long waits thirty times as long, up to its longest', () => {
  let now = 0
  const way = createGivingWay(
    () => true,
    10_000,
    () => now,
    120_000,
  )
  const restOf = (tookMs: number): number => {
    way.done(tookMs)
    const from = now
    while (way.waits()) now += 1_000
    return now - from
  }
  expect([100, 333, 1_000, 3_000, 60_000, 0].map(restOf)).toEqual([
    10_000, 10_000, 30_000, 90_000, 120_000, 10_000,
  ])
})
