import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { Home } from './home-data.ts'
import styles from './home.module.css'
import { shownIncome } from './shown-income.ts'

type IncomeNowProps = {
  /** Opens all amounts; on a wall there is nobody to press. */
  onMore?: () => void
  home: Pick<Home, 'light' | 'totals'>
  /** From here on cents are noise beside the amount. */
  wholeFrom?: number
}

/** What today has earned, or in the dark what the last day did: each amount, or of many currencies the first and how many others there are. */
export function IncomeNow({ home: { light, totals }, wholeFrom, onMore }: IncomeNowProps) {
  const words = useTranslations('home')
  const format = useFormat()
  const all =
    light.bright === 0
      ? light.lastDay.income
      : totals.income.map(({ currency, today }) => ({ currency, amount: today }))
  const { amounts, more } = shownIncome(
    all,
    totals.income.map(({ currency }) => currency),
  )
  const written = amounts.map(({ currency, amount }) => (
    <b key={currency}>
      {amount > 0
        ? format.income(amount, currency, wholeFrom)
        : words('noneYet', { currency: format.money(0, currency, 0).replace('0', '') })}
    </b>
  ))
  if (totals.income.length < 2) return written
  const told = (
    <>
      {written} {more > 0 && words('incomesMore', { count: more })}
    </>
  )
  return onMore ? (
    <button type="button" className={styles.incomes} aria-haspopup="dialog" onClick={onMore}>
      {told}
      <ChevronRight size={14} aria-hidden />
    </button>
  ) : (
    <span>{told}</span>
  )
}
