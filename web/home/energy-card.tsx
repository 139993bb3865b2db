import { useTranslations } from 'use-intl'
import { Card } from '../ui/card.tsx'
import { useCountTo } from '../ui/count-to.ts'
import { Figure } from '../ui/figure.tsx'
import { Figures } from '../ui/figures.tsx'
import type { Home } from './home-page.tsx'
import styles from './home.module.css'

/** Energy of all stations: today, this month, this year, ever. */
export function EnergyCard({ totals }: { totals: Home['totals'] }) {
  const t = useTranslations('home')
  const today = useCountTo(totals.todayWh)
  const lifetime = useCountTo(totals.lifetimeWh)
  return (
    <Card title={t('energy')}>
      <Figures columns={2}>
        <Figure label={t('today')} measure="energy" value={today} />
        <Figure label={t('month')} measure="energy" value={totals.monthWh} />
        <Figure label={t('year')} measure="energy" value={totals.yearWh} />
        <Figure label={t('lifetime')} measure="energy" value={lifetime} />
      </Figures>
      <p className={styles.foot}>{t('localDays')}</p>
    </Card>
  )
}
