import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { byTurns } from './read-by-turns.ts'

beforeEach(() => vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.useRealTimers())

/** Reads that take as long as `takes` says; when each began. */
const reading = (takes: Record<string, number>) => {
  const began: [string, number][] = []
  const ask = byTurns(async (key: string) => {
    began.push([key, Date.now()])
    await new Promise((resolve) => setTimeout(resolve, takes[key] ?? 0))
  }, Date.now)
  return { ask, began }
}

it('what is quickly answered is read at once, what takes long rests ten times as long', async () => {
  const { ask, began } = reading({ quick: 5, slow: 300 })
  for (let at = 0; at < 40; at += 1) {
    for (const key of ['quick', 'slow']) ask(key)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(began.filter(([key]) => key === 'quick').map(([, at]) => at)).toHaveLength(40)
  expect(began.filter(([key]) => key === 'slow').map(([, at]) => at)).toEqual([0, 3_300])
})

it('never rests longer than ten seconds', async () => {
  const { ask, began } = reading({ slow: 5_000 })
  ask('slow')
  await vi.advanceTimersByTimeAsync(5_000)
  ask('slow')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(began.map(([, at]) => at)).toEqual([0, 15_000])
})

it('what is asked for while it is read is read once more, and not for each time that it was asked for', async () => {
  const { ask, began } = reading({ one: 20 })
  ask('one')
  await vi.advanceTimersByTimeAsync(10)
  ask('one')
  ask('one')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(began.map(([, at]) => at)).toEqual([0, 220])
})

it('a read that fails ends its turn', async () => {
  let asked = 0
  const ask = byTurns(async () => {
    asked += 1
    throw new Error('no network')
  }, Date.now)
  ask('one')
  await vi.advanceTimersByTimeAsync(1)
  ask('one')
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toBe(2)
})
