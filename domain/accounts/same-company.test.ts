import { expect, it } from 'vitest'
import { sameCompany } from './same-company.ts'

it('T4: none equals none nowhere', () => {
  expect(sameCompany('a', 'a')).toBe(true)
  for (const [one, other] of [
    ['a', 'b'],
    ['a', null],
    [null, 'a'],
    [null, null],
    [undefined, undefined],
    [null, undefined],
    ['', null],
  ] as const)
    expect([one, other, sameCompany(one, other)]).toEqual([one, other, false])
})
