import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { proposedCarbon, sourceText } from '#domain/stations/factors.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Figure, TextFigure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { useMissing } from './use-missing.tsx'
import { useLostSince } from '../../kit/time/now.ts'
import type { StationData, StationLive } from './station-queries.ts'
import styles from './key-figures.module.css'

/** Energy, yield and what it is worth; each factor names its source. */
export function KeyFigures({ station, live }: { station: StationData; live: StationLive }) {
  const t = useTranslations('station.figures')
  const format = useFormat()
  const { tariff } = station
  const carbon = station.co2 ?? proposedCarbon(station.country)
  const { income } = live
  const money = (amount: number | null): string | null =>
    amount === null || !income ? null : format.money(amount, income.currency)
  const lost = useLostSince() !== null
  const silent = live.condition === 'offline' || lost
  const { mark, sheet } = useMissing()
  const known = (period: keyof StationLive['coverage']): ReactNode =>
    mark(live.coverage[period], { stationId: station.id, period: period === 'today' ? 'day' : period })
  return (
    <Card title={t('title')}>
      <Figures columns={3}>
        <Figure
          label={t('today')}
          measure="energy"
          value={live.todayWh}
          old={silent}
          note={
            live.todayWh !== null && (
              <>
                {live.todayShared && `${t('shared')} `}
                {known('today')}
              </>
            )
          }
        />
        <Figure
          label={t('month')}
          measure="energy"
          value={live.monthWh}
          note={live.monthWh !== null && known('month')}
        />
        <Figure
          label={t('year')}
          measure="energy"
          value={live.yearWh}
          note={live.yearWh !== null && known('year')}
        />
      </Figures>
      <hr className={styles.rule} />
      <Figures columns={2}>
        <Figure
          label={t('lifetime')}
          measure="energy"
          value={live.lifetimeWh}
          note={live.lifetimeWh !== null && <Since live={live} known={known('lifetime')} />}
        />
        <Figure
          label={t('equivalent')}
          measure="hours"
          value={live.equivalentHours}
          old={silent}
          note={live.equivalentHours !== null && known('today')}
        />
        {income && (
          <TextFigure
            label={t('incomeToday')}
            text={money(income.today)}
            note={income.today !== null && known('today')}
          />
        )}
        {income && (
          <TextFigure
            label={t('income')}
            text={money(income.lifetime)}
            note={income.lifetime !== null && known('lifetime')}
          />
        )}
        <Figure
          label={t('co2')}
          measure="mass"
          value={live.co2Kg}
          note={live.co2Kg !== null && known('lifetime')}
        />
      </Figures>
      <div className={styles.sources}>
        {tariff ? (
          <p>
            {t('tariff', {
              price: `${format.number(tariff.perKwh, 4)} ${tariff.currency}`,
              source: sourceText(tariff.source, format.language) || t('noSource'),
            })}
          </p>
        ) : (
          <p>{t('noTariff')}</p>
        )}
        <p>
          {t('carbon', {
            factor: format.number(carbon.kgPerKwh, 4),
            source: sourceText(carbon.source, format.language) || t('noSource'),
          })}
        </p>
      </div>
      {sheet}
    </Card>
  )
}

/** Since when a lifetime is counted, and what of it was entered. */
function Since({ live, known }: { live: StationLive; known: ReactNode }) {
  const t = useTranslations('station.figures')
  const format = useFormat()
  const { lifetimeBeforeWh: before, lifetimeSince: since } = live
  return (
    <>
      {since !== null && t('since', { day: format.day(since) })}{' '}
      {before !== null && t('before', { energy: format.text('energy', before) })} {known}
    </>
  )
}
