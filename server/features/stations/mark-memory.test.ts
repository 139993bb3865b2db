import { expect, it } from 'vitest'
import { HELD_MS, MarkMemory } from './mark-memory.ts'

const none = { plain: [], held: [] }
/** Marks every `ms` from an instant on, for so long; gives when what was written, and when it ended. */
const marking = (memory: MarkMemory, { from, ms, forMs }: { from: number; ms: number; forMs: number }) => {
  const written: { at: number; held: boolean }[] = []
  for (let at = from; at < from + forMs; at += ms) {
    const { plain, held } = memory.needed(['one'], at)
    if (plain.length + held.length > 0) written.push({ at, held: held.length > 0 })
    memory.note(['one'], held, at)
  }
  return written
}

it('a station that is heard now and then is marked each time', () => {
  const written = marking(new MarkMemory(), { from: 0, ms: 2_000, forMs: 600_000 })
  expect(written).toHaveLength(300)
  expect(written.filter(({ held }) => held)).toEqual([])
})

it('one that is heard without a pause is marked once in half a minute, and each mark is held until well after the next', () => {
  const written = marking(new MarkMemory(), { from: 0, ms: 100, forMs: 300_000 })
  const [first, ...rest] = written.filter(({ held }) => held)
  expect(first?.at).toBeLessThan(5_000)
  expect(written.filter(({ at }) => at > (first?.at ?? 0))).toEqual(rest)
  const starts = [first, ...rest].map((one) => one?.at ?? 0)
  const gaps = starts.slice(1).map((at, n) => at - (starts[n] ?? 0))
  expect(new Set(gaps)).toEqual(new Set([30_000]))
  expect(HELD_MS).toBeGreaterThan(2 * 30_000)
})

it('after a pause it is marked each time again', () => {
  const memory = new MarkMemory()
  marking(memory, { from: 0, ms: 100, forMs: 10_000 })
  expect(memory.needed(['one'], 12_000)).toEqual(none)
  expect(memory.needed(['one'], 45_000)).toEqual({ plain: ['one'], held: [] })
})

it('what was not committed counts for nothing', () => {
  const memory = new MarkMemory()
  for (let at = 0; at < 10_000; at += 100)
    expect(memory.needed(['one'], at)).toEqual({ plain: ['one'], held: [] })
  marking(memory, { from: 0, ms: 100, forMs: 10_000 })
  expect(memory.needed(['one', 'two'], 10_000)).toEqual({ plain: ['two'], held: [] })
  memory.forget()
  expect(memory.needed(['one'], 10_000)).toEqual({ plain: ['one'], held: [] })
})
