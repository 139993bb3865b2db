import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { useMissing } from '../stations/use-missing.tsx'
import { serverNow } from '../../kit/time/clock.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { pathTo } from '../../paths.ts'
import { areAlike } from '../../kit/alike-shares.ts'
import { Card } from '../../kit/card.tsx'
import { Figure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import type { Home } from './home-data.ts'
import { presentMonth } from './present-month.ts'
import styles from './home.module.css'
import { shownIncome } from './shown-income.ts'

/** Amounts under each other; of more currencies the first stands for all. */
const LINES = 3

const periods = ['today', 'month', 'year', 'lifetime'] as const

/** Energy of all stations: today, this month, this year, ever; under it what it was worth. */
export function EnergyCard({ home: { only, totals, stations, factors } }: { home: Home }) {
  const t = useTranslations('home')
  const format = useFormat()
  const { mark, sheet } = useMissing()
  const { coverage, lifetimeSince } = totals
  // Several currencies are never added: the head names one, and a press there all.
  const [income, other] = totals.income
  // What the head of many says stands there alone.
  const shown = only ? periods : periods.slice(1)
  // What is missing of all alike is said once.
  const alike = areAlike(shown.map((period) => coverage[period]))
  const note = (period: (typeof periods)[number]) => {
    const { amounts, more } = shownIncome(
      totals.income.flatMap(({ currency, [period]: amount }) =>
        amount === null ? [] : [{ currency, amount }],
      ),
      totals.income.map(({ currency }) => currency),
      LINES,
    )
    return (
      <>
        {amounts.map(({ currency, amount }) => (
          <span key={currency} className={styles.money}>
            {format.income(amount, currency)}
          </span>
        ))}
        {more > 0 && amounts.length > 0 && (
          <span className={styles.money}>{t('incomesMore', { count: more })}</span>
        )}
        {!alike && mark(coverage[period], { period })}
      </>
    )
  }
  return (
    <Card
      title={t('energy')}
      action={
        <Go to={pathTo('home', { report: presentMonth(serverNow()) })} className={styles.all}>
          {t('report')}
          <ChevronRight size={16} aria-hidden />
        </Go>
      }
    >
      <Figures columns={only ? 2 : 3}>
        {shown.map((period) => {
          const value = totals[`${period}Wh`]
          return (
            <Figure
              key={period}
              label={t(period)}
              measure="energy"
              value={value}
              note={value !== null && note(period)}
            />
          )
        })}
      </Figures>
      {alike && mark(coverage.lifetime, { period: 'lifetime' })}
      <p className={styles.foot}>
        {format.sentences([
          income &&
            !other &&
            factors.unpriced > 0 &&
            t('priced', { known: String(stations - factors.unpriced), all: String(stations) }),
          lifetimeSince !== null && t('since', { day: format.day(lifetimeSince) }),
          t('localDays'),
        ])}
      </p>
      {sheet}
    </Card>
  )
}
