import { describe, expect, it } from 'vitest'
import { askedTogether } from './asked-together.ts'

/** Knows what stands for a key when it is asked, and answers when it is let go. */
const asking = () => {
  const asked: { keys: readonly string[]; end: (error?: Error) => void }[] = []
  const known = new Map([['a', 1]])
  const ask = askedTogether(async (keys: readonly string[]) => {
    const found = new Map(known)
    await new Promise<void>((resolve, reject) => {
      asked.push({ keys, end: (error) => (error ? reject(error) : resolve()) })
    })
    return found
  })
  /** Ends the n-th statement, and gives others the time to begin. */
  const end = async (n: number, error?: Error): Promise<void> => {
    asked[n]?.end(error)
    await new Promise((go) => setImmediate(go))
  }
  return { asked, known, ask, end }
}

describe('questions that go together', () => {
  it('wait while others are on their way, and are told what was so after they asked', async () => {
    const { asked, known, ask, end } = asking()
    const first = ask('a')
    await end(-1)
    const more = [ask('a'), ask('b'), ask('c'), ask('b')]
    known.set('a', 2).set('b', 3)
    await end(0)
    await end(1)
    expect(await first).toBe(1)
    expect(await Promise.all(more)).toEqual([2, 3, null, 3])
    expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b', 'c']])
  })

  it('fail together, and those behind them are asked all the same', async () => {
    const { ask, end } = asking()
    const first = Promise.allSettled([ask('a'), ask('b')])
    await end(-1)
    const next = ask('a')
    await end(0, new Error('no database'))
    await end(1)
    expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await next).toBe(1)
  })

  it('are at most five hundred at a time', async () => {
    const { asked, ask, end } = asking()
    const all = Promise.all(Array.from({ length: 1_001 }, (_, n) => ask(`${n}`)))
    for (let n = -1; n < 3; n += 1) await end(n)
    expect(asked.map(({ keys }) => keys.length)).toEqual([500, 500, 1])
    expect(new Set(await all)).toEqual(new Set([null]))
  })
})
