import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Home } from './home-data.ts'
import styles from './home.module.css'

type IncomeNowProps = {
  /** Opens all amounts; on a wall there is nobody to press. */
  onMore?: () => void
  home: Pick<Home, 'light' | 'totals'>
  /** From here on cents are noise beside the amount. */
  wholeFrom?: number
}

/** So many currencies stand in a line. */
const MOST = 3

/**
 * What today has earned, or in the dark what the last day did. The sum of one of many currencies would be taken for that
 * of all: of more than fit it says how many there are, and a press lists them.
 */
export function IncomeNow({ home: { light, totals }, wholeFrom, onMore }: IncomeNowProps) {
  const words = useTranslations('home')
  const format = useFormat()
  const all =
    light.bright === 0
      ? light.lastDay.income
      : totals.income.map(({ currency, today }) => ({ currency, amount: today }))
  const currencies = totals.income.map(({ currency }) => currency)
  const written = currencies
    .flatMap((currency) => all.find((one) => one.currency === currency && one.amount > 0) ?? [])
    .slice(0, MOST)
    .map(({ currency, amount }) => <b key={currency}>{format.income(amount, currency, wholeFrom)} </b>)
  if (!onMore || currencies.length < 2) return written
  return (
    <button type="button" className={styles.incomes} aria-haspopup="dialog" onClick={onMore}>
      {currencies.length > MOST ? words('incomes', { count: currencies.length }) : written}
      <ChevronRight size={14} aria-hidden />
    </button>
  )
}
