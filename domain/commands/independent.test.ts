import { expect, it } from 'vitest'
import { areIndependent } from './independent.ts'

const hand = (by: string, of: string) => ({ by, of })

it('T3: nobody is a second person whose account the first had a hand in, by whatever way', () => {
  for (const [hands, independent] of [
    [[], true],
    [[hand('asker', 'decider')], false],
    [[hand('decider', 'asker')], false],
    [[hand('asker', 'between'), hand('between', 'decider')], false],
    [[hand('thief', 'asker'), hand('thief', 'decider')], false],
    [[hand('one', 'asker'), hand('other', 'decider')], true],
    [[hand('asker', 'somebody'), hand('decider', 'else')], true],
    [[hand('decider', 'decider')], true],
    [[hand('a', 'b'), hand('b', 'a')], true],
  ] as const)
    expect([hands, areIndependent('asker', 'decider', hands)]).toEqual([hands, independent])
  expect(areIndependent('asker', 'asker', [])).toBe(false)
})
