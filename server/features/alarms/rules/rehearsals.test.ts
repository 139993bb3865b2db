import { expect, test, vi } from 'vitest'
import { createRehearsals, type RehearsalOrder } from './rehearsals.ts'

const program = new URL('rehearsal.fixture.ts', import.meta.url)
const never = new AbortController().signal

/** A rehearsal that lasts until `end`. */
const held = (answer = 'done') => {
  const gate = new SharedArrayBuffer(4)
  const end = (): void => {
    Atomics.store(new Int32Array(gate), 0, 1)
    Atomics.notify(new Int32Array(gate), 0)
  }
  return { order: [gate, answer] as unknown as RehearsalOrder, end }
}
const untilWorking = async (rehearsals: { working: () => number }, count: number): Promise<void> =>
  vi.waitFor(() => expect(rehearsals.working()).toBe(count), 20_000)

test('two at a time, one of an account, the others one after another in a line; a third of an account is refused', async () => {
  const rehearsals = createRehearsals('', { program })
  const [one, again, two, three] = [held('one'), held('again'), held('two'), held('three')]
  const first = rehearsals.run('li', one.order, never)
  const second = rehearsals.run('li', again.order, never)
  await expect(rehearsals.run('li', held().order, never)).rejects.toMatchObject({ code: 'too_many' })
  expect([rehearsals.working(), rehearsals.waiting()]).toEqual([1, 1])
  // Another account does not wait for the first one's second.
  const other = rehearsals.run('wang', two.order, never)
  const third = rehearsals.run('chen', three.order, never)
  expect([rehearsals.working(), rehearsals.waiting()]).toEqual([2, 2])
  two.end()
  expect(await other).toBe('two')
  await untilWorking(rehearsals, 2)
  three.end()
  expect(await third).toBe('three')
  expect([rehearsals.working(), rehearsals.waiting()]).toEqual([1, 1])
  one.end()
  again.end()
  expect(await Promise.all([first, second])).toEqual(['one', 'again'])
  expect([rehearsals.working(), rehearsals.waiting()]).toEqual([0, 0])
})

test('a rehearsal ends with its connection, at work and in the line, and makes room for the next', async () => {
  const rehearsals = createRehearsals('', { program, atOnce: 1 })
  const [left, bored] = [new AbortController(), new AbortController()]
  const working = rehearsals.run('li', held().order, left.signal)
  const waiting = rehearsals.run('wang', held().order, bored.signal)
  const last = held('last')
  const patient = rehearsals.run('chen', last.order, never)
  bored.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  expect([rehearsals.working(), rehearsals.waiting()]).toEqual([1, 1])
  // Its thread works and would never come to an end by itself.
  left.abort()
  await expect(working).rejects.toMatchObject({ code: 'unavailable' })
  last.end()
  expect(await patient).toBe('last')
  expect([rehearsals.working(), rehearsals.waiting()]).toEqual([0, 0])
})

test('what takes too long is ended, what breaks says so, and a line that is too long takes nobody', async () => {
  const rehearsals = createRehearsals('', { program, atOnce: 1, line: 1, patienceMs: 1 })
  await expect(rehearsals.run('li', held().order, never)).rejects.toMatchObject({ code: 'unavailable' })
  const slow = createRehearsals('', { program, atOnce: 1, line: 1 })
  await expect(slow.run('li', held('broken').order, never)).rejects.toThrow('broken')
  const one = held()
  const runs = [slow.run('li', one.order, never), slow.run('wang', one.order, never)]
  await expect(slow.run('chen', one.order, never)).rejects.toMatchObject({ code: 'unavailable' })
  one.end()
  expect(await Promise.all(runs)).toEqual(['done', 'done'])
})
