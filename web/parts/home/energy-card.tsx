import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { useMissing } from '../stations/use-missing.tsx'
import { serverNow } from '../../kit/time/clock.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { useCountTo } from '../../kit/count-to.ts'
import { Figure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import type { Home } from './home-data.ts'
import { IncomeSheet } from './lazy-income.ts'
import { presentMonth } from './present-month.ts'
import styles from './home.module.css'

/** From here on cents are noise beside the amount. */
const wholeFrom = 10_000

/** Energy of all stations: today, this month, this year, ever; under it what it was worth. */
export function EnergyCard({ home: { totals, stations, factors } }: { home: Home }) {
  const t = useTranslations('home')
  const today = useCountTo(totals.todayWh)
  const lifetime = useCountTo(totals.lifetimeWh)
  const format = useFormat()
  const { mark, sheet } = useMissing()
  const { coverage, lifetimeSince } = totals
  const [open, setOpen] = useState(false)
  // Several currencies are never added: each has its own line in a sheet.
  const [income, other] = totals.income
  const note = (period: keyof typeof coverage) => {
    const amount = income?.[period]
    return (
      <>
        {income && !other && typeof amount === 'number' && (
          <span className={styles.money}>
            {format.money(amount, income.currency, amount >= wholeFrom ? 0 : 2)}
          </span>
        )}
        {mark(coverage[period], { period })}
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
      <Figures columns={2}>
        <Figure label={t('today')} measure="energy" value={today} note={today !== null && note('today')} />
        <Figure
          label={t('month')}
          measure="energy"
          value={totals.monthWh}
          note={totals.monthWh !== null && note('month')}
        />
        <Figure
          label={t('year')}
          measure="energy"
          value={totals.yearWh}
          note={totals.yearWh !== null && note('year')}
        />
        <Figure
          label={t('lifetime')}
          measure="energy"
          value={lifetime}
          note={lifetime !== null && note('lifetime')}
        />
      </Figures>
      {other && (
        <button type="button" className={styles.more} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('incomes', { count: totals.income.length })}
          <ChevronRight size={16} aria-hidden />
        </button>
      )}
      <p className={styles.foot}>
        {format.sentences([
          income &&
            factors.unpriced > 0 &&
            t('priced', { known: String(stations - factors.unpriced), all: String(stations) }),
          lifetimeSince !== null && t('since', { day: format.day(lifetimeSince) }),
          t('localDays'),
        ])}
      </p>
      {open && <IncomeSheet income={totals.income} onClose={() => setOpen(false)} />}
      {sheet}
    </Card>
  )
}
