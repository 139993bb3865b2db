import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Home } from './home-data.ts'
import styles from './home.module.css'

/** Amounts of more currencies than this stand in a sheet of their own. */
const currenciesShown = 2

type IncomeNowProps = {
  /** Opens all amounts; on a wall there is nobody to press. */
  onMore?: () => void
  home: Pick<Home, 'light' | 'totals'>
  /** From here on cents are noise beside the amount. */
  wholeFrom: number
}

/** What today has earned, or in the dark what the last day did: each amount, or of many currencies the first and how many others there are. */
export function IncomeNow({ home: { light, totals }, wholeFrom, onMore }: IncomeNowProps) {
  const words = useTranslations('home')
  const format = useFormat()
  const all =
    light.bright === 0
      ? light.lastDay.income
      : totals.income.map(({ currency, today }) => ({ currency, amount: today }))
  const money = all.filter(({ amount }) => amount > 0)
  const written = ({ currency, amount }: (typeof money)[number]) => (
    <b key={currency}>{format.money(amount, currency, amount >= wholeFrom ? 0 : 2)}</b>
  )
  // In the order of the totals, whose first has most behind it.
  const first = totals.income.flatMap(
    ({ currency }) => money.find((one) => one.currency === currency) ?? [],
  )[0]
  if (!first || totals.income.length <= currenciesShown) return money.map(written)
  const more = (
    <>
      {written(first)} {words('incomesMore', { count: totals.income.length - 1 })}
    </>
  )
  return onMore ? (
    <button type="button" className={styles.incomes} aria-haspopup="dialog" onClick={onMore}>
      {more}
      <ChevronRight size={14} aria-hidden />
    </button>
  ) : (
    <span>{more}</span>
  )
}
