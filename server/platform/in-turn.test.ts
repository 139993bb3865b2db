import { describe, expect, it } from 'vitest'
import { inTurnTogether } from './in-turn.ts'

/** Reads what is written at the moment it begins, and ends when it is let go. */
const reading = () => {
  const begun: { of: string; end: () => void }[] = []
  const now = { value: 0 }
  const read = inTurnTogether(async (of: string) => {
    const { value } = now
    await new Promise<void>((end) => void begun.push({ of, end }))
    return `${of} ${value}`
  })
  /** Ends the n-th, and gives others the time to begin. */
  const end = async (n: number): Promise<void> => {
    begun[n]?.end()
    await new Promise((go) => setImmediate(go))
  }
  return { begun, now, read, end }
}

describe('work that is done in turn and shared', () => {
  it('gives whoever waits for the same turn what it finds, and nobody what was read before the question', async () => {
    const { begun, now, read, end } = reading()
    const first = read('a')
    await end(-1)
    now.value = 1
    const [second, third] = [read('a'), read('a')]
    now.value = 2
    await end(0)
    now.value = 3
    const fourth = read('a')
    await end(1)
    await end(2)
    expect(await Promise.all([first, second, third, fourth])).toEqual(['a 0', 'a 2', 'a 2', 'a 3'])
    expect(begun).toHaveLength(3)
  })

  it('shares nothing with who asks with another thing, and goes on after what fails', async () => {
    const { begun, read, end } = reading()
    const found = [read('a'), read('b'), read('b'), read('a')]
    for (let n = -1; n < 3; n += 1) await end(n)
    expect(await Promise.all(found)).toEqual(['a 0', 'b 0', 'b 0', 'a 0'])
    expect(begun.map(({ of }) => of)).toEqual(['a', 'b', 'a'])
    let calls = 0
    const failing = inTurnTogether(() => {
      calls += 1
      return calls === 1 ? Promise.reject(new Error('once')) : Promise.resolve(calls)
    })
    await expect(failing(null)).rejects.toThrow('once')
    expect(await failing(null)).toBe(2)
  })
})
