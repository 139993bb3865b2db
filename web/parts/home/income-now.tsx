import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Home } from './home-data.ts'

/** Amounts of more currencies than this stand in the card of the income: some of them would pass for all. */
const currenciesShown = 2

type IncomeNowProps = {
  home: Pick<Home, 'light' | 'totals'>
  /** From here on cents are noise beside the amount. */
  wholeFrom: number
}

/** What today has earned, or in the dark what the last day did: each amount, or of how many currencies there are. */
export function IncomeNow({ home: { light, totals }, wholeFrom }: IncomeNowProps) {
  const words = useTranslations('home')
  const format = useFormat()
  const all =
    light.bright === 0
      ? light.lastDay.income
      : totals.income.map(({ currency, today }) => ({ currency, amount: today }))
  const money = all.filter(({ amount }) => amount > 0)
  return money.length > currenciesShown ? (
    <span>{words('incomes', { count: money.length })}</span>
  ) : (
    money.map(({ currency, amount }) => (
      <b key={currency}>{format.money(amount, currency, amount >= wholeFrom ? 0 : 2)}</b>
    ))
  )
}
