import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './local-days.ts'
import { incomeOf } from './income.ts'
import { FIRST_DAY, LAST_DAY, type PastPrice, pastPricesAfter, type Price, stretchesOf } from './prices.ts'

const price = (perKwh: number, currency = 'CNY'): Price => ({ perKwh, currency, source: '' })
const priceOn = (day: string, past: readonly PastPrice[], present: Price | null): Price | null =>
  stretchesOf(past, present).find(({ fromDay, toDay }) => fromDay <= day && day <= toDay)?.price ?? null

describe('a price that changes', () => {
  it('keeps the old one for its time', () => {
    const past = pastPricesAfter([], price(0.5), price(0.6), '2026-11-16')
    expect(past).toEqual([{ untilDay: '2026-11-16', price: price(0.5) }])
    expect(priceOn('2026-11-15', past, price(0.6))).toEqual(price(0.5))
    expect(priceOn('2026-11-16', past, price(0.6))).toEqual(price(0.6))
  })
  it('forgets what was never in force: changed twice on a day, or set back on it', () => {
    const past = [{ untilDay: '2026-11-16', price: price(0.5) }]
    expect(pastPricesAfter(past, price(0.6), price(0.7), '2026-11-16')).toEqual(past)
    expect(pastPricesAfter(past, price(0.6), price(0.5), '2026-11-16')).toEqual([])
  })
  it('is no other price by another source, and always was in force when that is said', () => {
    const past = [{ untilDay: '2026-11-16', price: price(0.5) }]
    expect(pastPricesAfter(past, price(0.6), { ...price(0.6), source: 'x' }, '2026-12-01')).toEqual(past)
    expect(pastPricesAfter(past, price(0.6), price(0.6), '2026-11-16')).toEqual(past)
    expect(pastPricesAfter(past, price(0.6), price(0.7), null)).toEqual([])
  })
  it('tiles all days, and each day keeps its price whatever is entered from later days on', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((at) => addDays('2026-01-01', at))
    const change = fc.record({
      next: fc.option(
        fc.record({
          perKwh: fc.nat({ max: 3 }),
          currency: fc.constantFrom('CNY', 'EUR'),
          source: fc.constant(''),
        }),
      ),
      from: day,
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), day, (changes, asked) => {
        let past: PastPrice[] = []
        let present: Price | null = null
        for (const { next, from } of changes) {
          const before = priceOn(asked, past, present)
          past = pastPricesAfter(past, present, next, from)
          present = next
          expect(priceOn(asked, past, present)).toEqual(asked < from ? before : next)
        }
        const stretches = stretchesOf(past, present)
        expect([stretches[0]?.fromDay, stretches.at(-1)?.toDay]).toEqual([FIRST_DAY, LAST_DAY])
        expect(stretches.slice(1).map(({ fromDay }) => fromDay)).toEqual(
          stretches.slice(0, -1).map(({ toDay }) => addDays(toDay, 1)),
        )
      }),
    )
  })
})

describe('income', () => {
  it('stands apart by currency, the present one first, and is never made of what has no price', () => {
    expect(
      incomeOf([
        { wh: 1000, price: price(2, 'DEM') },
        { wh: 5000, price: null },
        { wh: 2000, price: price(0.1, 'EUR') },
        { wh: 1000, price: price(0.2, 'EUR') },
      ]),
    ).toEqual([
      { currency: 'EUR', amount: 0.4 },
      { currency: 'DEM', amount: 2 },
    ])
  })
  it('is unknown where the energy is', () => {
    expect(incomeOf([{ wh: null, price: price(1) }])).toEqual([{ currency: 'CNY', amount: null }])
    expect(incomeOf([{ wh: 1000, price: null }])).toEqual([])
  })
})
