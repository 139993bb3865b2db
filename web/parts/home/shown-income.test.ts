import { expect, it } from 'vitest'
import { shownIncome } from './shown-income.ts'

const of = (currency: string, amount: number) => ({ currency, amount })

it('two currencies are written out, what has earned nothing is only counted', () => {
  const all = [of('EUR', 2), of('CNY', 0)]
  expect(shownIncome(all, ['CNY', 'EUR'])).toEqual({ amounts: [of('EUR', 2)], more: 1 })
  expect(shownIncome([of('EUR', 2), of('CNY', 9)], ['CNY', 'EUR']).amounts).toEqual([
    of('CNY', 9),
    of('EUR', 2),
  ])
})

it('of many the first is, with as many others as their sheet lists, whether they have earned today or not', () => {
  const all = [of('AUD', 18), of('CNY', 2_847), of('EUR', 0)]
  expect(shownIncome(all, ['CNY', 'EUR', 'AUD'])).toEqual({ amounts: [of('CNY', 2_847)], more: 2 })
  expect(shownIncome([of('AUD', 18), of('CNY', 0)], ['CNY', 'EUR', 'AUD'])).toEqual({
    amounts: [of('AUD', 18)],
    more: 2,
  })
  expect(shownIncome([of('AUD', 0)], ['CNY', 'EUR', 'AUD'])).toEqual({ amounts: [], more: 3 })
})
