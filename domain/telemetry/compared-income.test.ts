import { expect, it } from 'vitest'
import { comparedIncome, pricedDays } from './compared-income.ts'
import { stretchesOf } from './prices.ts'

const EUR = { perKwh: 0.1, currency: 'EUR', source: '' }
const side = (amount: number | null, priced: 'all' | 'some' | 'none' = 'all', currency = 'EUR') => ({
  income: priced === 'none' ? [] : [{ currency, amount }],
  priced,
})

it('says of days whether all, some or none of them have a price', () => {
  const stretches = stretchesOf([{ untilDay: '2026-10-16', price: null }], EUR)
  const of = (fromDay: string, toDay: string) => pricedDays(stretches, { fromDay, toDay })
  expect(of('2026-09-01', '2026-10-15')).toBe('none')
  expect(of('2026-10-15', '2026-10-16')).toBe('some')
  expect(of('2026-10-16', '2026-11-30')).toBe('all')
})

it('compares money by currency where both sides are known and priced alike', () => {
  expect(comparedIncome([{ own: side(12), other: side(10) }], true)).toEqual([
    { currency: 'EUR', own: 12, other: 10, change: expect.closeTo(0.2) as number },
  ])
  const two = [
    { own: side(12), other: side(10) },
    { own: side(30, 'all', 'CNY'), other: side(40, 'all', 'CNY') },
    { own: side(null, 'none'), other: side(null, 'none') },
  ]
  expect(comparedIncome(two, true).map(({ currency, change }) => [currency, change])).toEqual([
    ['EUR', expect.closeTo(0.2)],
    ['CNY', -0.25],
  ])
})

it('says nothing of a change that a missing price, another currency or missing energy would make', () => {
  const changes = (own: ReturnType<typeof side>, other: ReturnType<typeof side>, known = true) =>
    comparedIncome(
      [
        { own, other },
        { own: side(2, 'all', 'USD'), other: side(1, 'all', 'USD') },
      ],
      known,
    ).map(({ currency, change }) => `${currency} ${change}`)
  expect(changes(side(12), side(10), false)).toEqual(['EUR null', 'USD null'])
  expect(changes(side(12), side(null, 'none'))).toEqual(['EUR null', 'USD 1'])
  expect(changes(side(12), side(5, 'some'))).toEqual(['EUR null', 'USD 1'])
  expect(changes(side(12), side(20, 'all', 'DEM'))).toEqual(['EUR null', 'USD 1', 'DEM null'])
  expect(changes(side(12), side(0))).toEqual(['EUR null', 'USD 1'])
})
