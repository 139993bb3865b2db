import { describe, expect, it, vi } from 'vitest'
import { createCopies } from './copies.ts'

const bytes = (text: string) => Buffer.from(text)
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('copies of a message in several queues', () => {
  it('are worked on once, and each waits until that is done', async () => {
    const copies = createCopies(3)
    const gate = Promise.withResolvers<void>()
    const work = vi.fn<() => Promise<void>>(() => gate.promise)
    const done: string[] = []
    const all = ['a', 'b', 'c'].map(async (queue) => {
      await copies.once('GW1', { queue, payload: bytes('{}') }, work)
      done.push(queue)
    })
    await turn()
    expect([work.mock.calls.length, done]).toEqual([1, []])
    gate.resolve()
    await Promise.all(all)
    expect([work.mock.calls.length, done.toSorted(), copies.size]).toEqual([1, ['a', 'b', 'c'], 0])
  })

  it('what a queue gives a second time was sent again, and so is what differs', async () => {
    const copies = createCopies(3)
    const work = vi.fn<() => Promise<void>>(async () => {})
    const take = (queue: string, text: string) => copies.once('GW1', { queue, payload: bytes(text) }, work)
    await take('a', '1')
    await take('b', '1')
    expect(work).toHaveBeenCalledTimes(1)
    await take('a', '1')
    expect(work).toHaveBeenCalledTimes(2)
    await take('c', '1')
    await take('b', '1')
    expect([work.mock.calls.length, copies.size]).toEqual([2, 0])
    await take('a', '2')
    await take('b', '3')
    expect(work).toHaveBeenCalledTimes(4)
  })

  it('another gateway with the same bytes is another message', async () => {
    const copies = createCopies(2)
    const work = vi.fn<() => Promise<void>>(async () => {})
    await copies.once('GW1', { queue: 'a', payload: bytes('1') }, work)
    await copies.once('GW2', { queue: 'b', payload: bytes('1') }, work)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('fail together, and what comes after that is tried again', async () => {
    const copies = createCopies(3)
    const gate = Promise.withResolvers<void>()
    const first = copies.once('GW1', { queue: 'a', payload: bytes('1') }, () => gate.promise)
    const second = copies.once('GW1', { queue: 'b', payload: bytes('1') }, async () => {})
    const both = Promise.allSettled([first, second])
    gate.reject(new Error('not stored'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const work = vi.fn<() => Promise<void>>(async () => {})
    await copies.once('GW1', { queue: 'c', payload: bytes('1') }, work)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('ten minutes later it is a message of its own', async () => {
    const clock = { now: 0 }
    const copies = createCopies(2, () => clock.now)
    const work = vi.fn<() => Promise<void>>(async () => {})
    await copies.once('GW1', { queue: 'a', payload: bytes('1') }, work)
    clock.now = 600_000
    await copies.once('GW1', { queue: 'b', payload: bytes('1') }, work)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('awaits no more than ten thousand, the oldest is forgotten first', async () => {
    const copies = createCopies(2)
    const work = vi.fn<() => Promise<void>>(async () => {})
    for (let n = 0; n <= 10_000; n += 1)
      await copies.once(`GW${n}`, { queue: 'a', payload: bytes('1') }, work)
    expect(copies.size).toBe(10_000)
    await copies.once('GW10000', { queue: 'b', payload: bytes('1') }, work)
    expect(work).toHaveBeenCalledTimes(10_001)
    await copies.once('GW0', { queue: 'b', payload: bytes('1') }, work)
    expect(work).toHaveBeenCalledTimes(10_002)
  })
})
