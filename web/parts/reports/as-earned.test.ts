import { expect, test } from 'vitest'
import { asEarned } from './as-earned.ts'

const of = (...currencies: string[]) => currencies.map((currency) => ({ currency }))

test('what was lost names its currencies in the order of what was earned, others last', () => {
  expect(asEarned(of('AUD', 'EUR', 'USD', 'CNY'), of('CNY', 'EUR', 'USD'))).toEqual(
    of('CNY', 'EUR', 'USD', 'AUD'),
  )
})

test('where nothing was earned they stay as they are', () => {
  expect(asEarned(of('EUR', 'CNY'), [])).toEqual(of('EUR', 'CNY'))
})
