import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { heroOf } from '#domain/stations/hero.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { useAllowed } from '../../app/session/allowed.tsx'
import { todayIn } from '../../kit/chart/period.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { serverNow } from '../../kit/time/clock.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Figure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { useMissing } from './use-missing.tsx'
import { useLostSince, useNow } from '../../kit/time/now.ts'
import type { StationData, StationLive } from './station-queries.ts'
import styles from './key-figures.module.css'

const PricesSheet = lazySheet(async () => {
  const [file] = await Promise.all([import('./prices-sheet.tsx'), words.need('prices')])
  return file.PricesSheet
})

type KeyFiguresProps = { station: StationData; live: StationLive }

/** Energy with what it was worth, today before all else as long as the head of the page does not say it; where prices come from opens in a sheet. */
export function KeyFigures({ station, live }: KeyFiguresProps) {
  const mayReport = useAllowed('om:alarm:view')
  const t = useTranslations('station.figures')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const { income } = live
  const now = useNow()
  const allowedW = live.litW ?? live.expectedW
  const saidAbove = heroOf({ ...live, allowedW, capacityW: station.capacityW }, now) === 'today'
  const lost = useLostSince() !== null
  const silent = live.condition === 'offline' || lost
  const { mark, sheet } = useMissing()
  const known = (period: keyof StationLive['coverage']): ReactNode =>
    mark(live.coverage[period], { stationId: station.id, period: period === 'today' ? 'day' : period })
  const money = (amount: number | null | undefined): ReactNode =>
    income && typeof amount === 'number' ? (
      <span className={styles.money}>{format.income(amount, income.currency)}</span>
    ) : null
  const note = (period: keyof StationLive['coverage'], wh: number | null, more?: ReactNode): ReactNode =>
    wh === null ? null : (
      <>
        {money(income?.[period])}
        {more} {known(period)}
      </>
    )
  return (
    <Card
      title={t('title')}
      action={
        mayReport && (
          <Go
            to={pathTo('om-detail', {
              stationId: station.id,
              report: todayIn(serverNow(), station.timeZone).slice(0, 7),
            })}
            className={styles.report}
          >
            {t('report')}
            <ChevronRight size={16} aria-hidden />
          </Go>
        )
      }
    >
      {/* After sunset the head of the page says it. */}
      {!saidAbove && (
        <>
          <Figure
            label={t('today')}
            measure="energy"
            size="l"
            value={live.todayWh}
            old={silent}
            note={note('today', live.todayWh, live.todayShared && t('shared'))}
          />
          <hr className={styles.rule} />
        </>
      )}
      <Figures columns={3}>
        <Figure label={t('month')} measure="energy" value={live.monthWh} note={note('month', live.monthWh)} />
        <Figure label={t('year')} measure="energy" value={live.yearWh} note={note('year', live.yearWh)} />
        <Figure
          label={t('lifetime')}
          measure="energy"
          value={live.lifetimeWh}
          note={note('lifetime', live.lifetimeWh)}
        />
      </Figures>
      <Since live={live} />
      <dl className={styles.small}>
        {!saidAbove && (
          <div>
            <dt>{t('equivalent')}</dt>
            <dd>{format.text('hours', live.equivalentHours)}</dd>
          </div>
        )}
        <div>
          <dt>{t('co2')}</dt>
          <dd>{format.text('mass', live.co2Kg)}</dd>
        </div>
      </dl>
      <button type="button" className={styles.how} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(station.tariff ? 'prices' : 'noTariff')}
        <ChevronRight size={16} aria-hidden />
      </button>
      {sheet}
      {open && <PricesSheet station={station} live={live} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** Since when a lifetime is counted, and what of it was entered. */
function Since({ live }: { live: StationLive }) {
  const t = useTranslations('station.figures')
  const format = useFormat()
  const { lifetimeBeforeWh: before, lifetimeSince: since } = live
  if (since === null && before === null) return null
  return (
    <p className={styles.since}>
      {format.sentences([
        since !== null && t('since', { day: format.day(since) }),
        before !== null && t('before', { energy: format.text('energy', before) }),
      ])}
    </p>
  )
}
