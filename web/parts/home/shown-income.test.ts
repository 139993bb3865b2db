import { expect, it } from 'vitest'
import { shownIncome } from './shown-income.ts'

const of = (currency: string, amount: number) => ({ currency, amount })

it('two currencies are written out; the other one is only counted while it has earned nothing', () => {
  expect(shownIncome([of('EUR', 0), of('CNY', 9)], ['CNY', 'EUR'])).toEqual({
    amounts: [of('CNY', 9)],
    more: 1,
  })
  expect(shownIncome([of('EUR', 2), of('CNY', 9)], ['CNY', 'EUR']).amounts).toEqual([
    of('CNY', 9),
    of('EUR', 2),
  ])
})

it('one alone is not written while it has earned nothing', () => {
  expect(shownIncome([of('EUR', 0)], ['EUR'])).toEqual({ amounts: [], more: 1 })
})

it('of many the first is, with as many others as their sheet lists', () => {
  const all = [of('AUD', 18), of('CNY', 2_847), of('EUR', 0)]
  expect(shownIncome(all, ['CNY', 'EUR', 'AUD'])).toEqual({ amounts: [of('CNY', 2_847)], more: 2 })
})

it('no small sum leads a page in the place of that which leads it else', () => {
  expect(shownIncome([of('AUD', 18), of('CNY', 0)], ['CNY', 'EUR', 'AUD'])).toEqual({
    amounts: [of('CNY', 0)],
    more: 2,
  })
  expect(shownIncome([of('EUR', 2)], ['CNY', 'EUR'])).toEqual({
    amounts: [of('CNY', 0), of('EUR', 2)],
    more: 0,
  })
})
