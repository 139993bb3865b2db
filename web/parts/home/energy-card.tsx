import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { useMissing } from '../stations/use-missing.tsx'
import { Card } from '../../kit/card.tsx'
import { useCountTo } from '../../kit/count-to.ts'
import { Figure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import type { Home } from './home-data.ts'
import styles from './home.module.css'

/** Energy of all stations: today, this month, this year, ever. */
export function EnergyCard({ totals }: { totals: Home['totals'] }) {
  const t = useTranslations('home')
  const today = useCountTo(totals.todayWh)
  const lifetime = useCountTo(totals.lifetimeWh)
  const format = useFormat()
  const { mark, sheet } = useMissing()
  const { coverage, lifetimeSince } = totals
  const note = (period: keyof typeof coverage) => mark(coverage[period], { period })
  return (
    <Card title={t('energy')}>
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
          note={
            lifetimeSince !== null && (
              <>
                {t('since', { day: format.day(lifetimeSince) })} {note('lifetime')}
              </>
            )
          }
        />
      </Figures>
      <p className={styles.foot}>{t('localDays')}</p>
      {sheet}
    </Card>
  )
}
