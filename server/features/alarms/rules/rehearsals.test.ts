import { expect, test } from 'vitest'
import { createRehearsals, type RehearsalOrder } from './rehearsals.ts'

const program = new URL('rehearsal.fixture.ts', import.meta.url)
const rehearse = createRehearsals('', { program, endMs: 1 })
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

test('a rehearsal holds its own thread and nobody else, and answers', async () => {
  const [one, two] = [held('one'), held('two')]
  const first = rehearse(one.order, never)
  const second = rehearse(two.order, never)
  two.end()
  expect(await second).toBe('two')
  one.end()
  expect(await first).toBe('one')
})

test('a rehearsal ends with its caller, though its thread would never come to an end by itself', async () => {
  const left = new AbortController()
  const working = rehearse(held().order, left.signal)
  left.abort()
  await expect(working).rejects.toMatchObject({ code: 'unavailable' })
  await expect(rehearse(held().order, left.signal)).rejects.toMatchObject({ code: 'unavailable' })
})

test('what breaks says so', async () => {
  await expect(rehearse(held('broken').order, never)).rejects.toThrow('broken')
})
