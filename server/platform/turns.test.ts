import { describe, expect, it } from 'vitest'
import { Refusal } from './refusal.ts'
import { createTurns, type Turns } from './turns.ts'

const stays = new AbortController().signal
/** Work that ends when it is told to. */
const begin = (turns: Turns, accountId: string, gone: AbortSignal = stays) => {
  let end: ((failure?: Error) => void) | null = null
  let began = false
  const done = turns
    .take(accountId, gone, () => {
      began = true
      return new Promise<string>((resolve, reject) => {
        end = (failure) => (failure ? reject(failure) : resolve(`done by ${accountId}`))
      })
    })
    .catch((error: unknown) => (error instanceof Refusal ? error.code : String(error)))
  return { done, end: (failure?: Error) => end?.(failure), began: () => began }
}
/** Everything that can go on without anybody ending anything has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('turns', () => {
  it('are taken two at a time, of each account one, in the order they were asked for', async () => {
    const turns = createTurns()
    const a = begin(turns, 'a')
    const again = begin(turns, 'a')
    const b = begin(turns, 'b')
    const c = begin(turns, 'c')
    await settled()
    expect([a, again, b, c].map((one) => one.began())).toEqual([true, false, true, false])
    expect([turns.working(), turns.waiting()]).toEqual([2, 2])
    b.end()
    await settled()
    // The second of `a` came before, but `a` is at work.
    expect([again.began(), c.began()]).toEqual([false, true])
    a.end()
    await settled()
    expect(again.began()).toBe(true)
    again.end()
    c.end()
    expect(await Promise.all([a, again, b, c].map((one) => one.done))).toEqual([
      'done by a',
      'done by a',
      'done by b',
      'done by c',
    ])
    expect([turns.working(), turns.waiting()]).toEqual([0, 0])
  })

  it('are refused to an account that waits already, and to everybody when the line is full', async () => {
    const turns = createTurns({ atOnce: 1, lineOfAccount: 1, line: 2 })
    const first = begin(turns, 'a')
    const waiting = [begin(turns, 'a'), begin(turns, 'b')]
    expect(await begin(turns, 'a').done).toBe('too_many')
    expect(await begin(turns, 'c').done).toBe('unavailable')
    expect([turns.working(), turns.waiting()]).toEqual([1, 2])
    for (const one of [first, ...waiting]) {
      await settled()
      one.end()
    }
    expect(await Promise.all(waiting.map(({ done }) => done))).toEqual(['done by a', 'done by b'])
  })

  it('of whoever leaves while waiting are given up, and never begun', async () => {
    const turns = createTurns({ atOnce: 1 })
    const first = begin(turns, 'a')
    const leaving = new AbortController()
    const left = begin(turns, 'b', leaving.signal)
    const next = begin(turns, 'c')
    await settled()
    leaving.abort()
    expect(await left.done).toBe('unavailable')
    expect(turns.waiting()).toBe(1)
    first.end()
    await settled()
    expect([left.began(), next.began()]).toEqual([false, true])
    next.end()
    await next.done
  })

  it('of whoever has left before are not even waited for', async () => {
    const turns = createTurns({ atOnce: 1 })
    const first = begin(turns, 'a')
    const left = begin(turns, 'b', AbortSignal.abort())
    expect([await left.done, left.began(), turns.waiting()]).toEqual(['unavailable', false, 0])
    first.end()
    await first.done
  })

  it('pass on when the work fails', async () => {
    const turns = createTurns({ atOnce: 1 })
    const [first, next] = [begin(turns, 'a'), begin(turns, 'b')]
    await settled()
    first.end(new Error('broken'))
    expect(await first.done).toBe('Error: broken')
    await settled()
    next.end()
    expect([await next.done, turns.working()]).toEqual(['done by b', 0])
  })
})
