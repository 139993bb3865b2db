import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Card } from '../../kit/card.tsx'
import { periodKey, todayIn, type Period } from '../../kit/chart/period.ts'
import { classes } from '../../kit/classes.ts'
import { Figure, TextFigure } from '../../kit/figure.tsx'
import { Figures } from '../../kit/figures.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import type { StationData } from './station-queries.ts'
import chart from './chart-card.module.css'
import styles from './own-use-card.module.css'

type StationBalance = Answer<'GET /api/stations/{stationId}/balance'>

const againMs = 60_000

type OwnUseCardProps = { station: StationData; period: Period; of: string | undefined }

/** What of its own power a station used and fed in, and what it drew, over the period of the chart above. */
export function OwnUseCard({ station, period, of }: OwnUseCardProps) {
  const t = useTranslations('station.own')
  const format = useFormat()
  const today = todayIn(useNow(), station.timeZone)
  const shown = periodKey(period, of, today)
  const balance = useData(
    'GET /api/stations/{stationId}/balance',
    { params: { stationId: station.id }, query: { period, ...(shown && { of: shown }) } },
    { keep: true, ...(today.startsWith(shown) && { refetchInterval: againMs }) },
  )
  const { data } = balance
  if (data && data.meter !== 'one' && data.total.usedWh === null) return null
  return (
    <Card title={shown ? t('titleOf', { period: format.day(shown) }) : t('title')}>
      {data ? (
        <Body data={data} tariff={station.tariff} changing={balance.isPlaceholderData} />
      ) : (
        <Waiting of={balance} inline>
          <Skeleton shape="block" height="220px" />
        </Waiting>
      )}
    </Card>
  )
}

type BodyProps = { data: StationBalance; tariff: StationData['tariff']; changing: boolean }

function Body({ data, tariff, changing }: BodyProps) {
  const t = useTranslations('station.own')
  const format = useFormat()
  const { total } = data
  const part = (label: string, { wh, coverage }: StationBalance['import']) => (
    <Figure
      label={label}
      measure="energy"
      value={wh}
      note={wh !== null && coverage !== null && coverage < 1 && t('part', { share: below(format, coverage) })}
    />
  )
  const stores = data.charged.wh !== null || data.discharged.wh !== null
  return (
    <div className={classes(styles.body, changing && chart.changing)}>
      <Figures columns={2}>
        {part(t('import'), data.import)}
        {part(t('export'), data.export)}
        {stores && part(t('charged'), data.charged)}
        {stores && part(t('discharged'), data.discharged)}
        <Figure label={t('used')} measure="energy" value={total.usedWh} />
        <Figure label={t('ownUse')} measure="energy" value={total.ownUseWh} />
      </Figures>
      <Split
        label={t('selfConsumption')}
        share={total.selfConsumption}
        ways={[t('usedHere'), t('fedIn')]}
        tone="producing-mark"
      />
      <Split
        label={t('selfSufficiency')}
        share={total.selfSufficiency}
        ways={[t('own'), t('fromGrid')]}
        tone="chart-3"
      />
      {total.coverage === 0 ? (
        <p className={chart.note}>{t('unknown')}</p>
      ) : (
        total.coverage !== null &&
        total.coverage < 1 && (
          <p className={chart.note}>{t('known', { share: below(format, total.coverage) })}</p>
        )
      )}
      {data.since !== null && data.period === 'lifetime' && (
        <p className={chart.note}>{t('since', { day: format.day(data.since) })}</p>
      )}
      {/* An older answer that this phone has kept does not know it. */}
      {tariff && data.worth && <Worth worth={data.worth} tariff={tariff} />}
    </div>
  )
}

type WorthProps = { worth: StationBalance['worth']; tariff: NonNullable<StationData['tariff']> }

/** What own use saved and what was fed in was worth, apart, at the prices in force; nothing where neither is known. */
function Worth({ worth, tariff: { perKwh, currency } }: WorthProps) {
  const t = useTranslations('station.own')
  const format = useFormat()
  const written = (all: StationBalance['worth']['export']): string | null =>
    all
      .flatMap(({ amount, currency: own }) => (amount === null ? [] : format.money(amount, own)))
      .join(' + ') || null
  const [ownUse, fedIn] = [written(worth.ownUse), written(worth.export)]
  return (
    <>
      {(ownUse !== null || fedIn !== null) && (
        <Figures columns={2}>
          <TextFigure label={t('saved')} text={ownUse} />
          <TextFigure label={t('earned')} text={fedIn} />
        </Figures>
      )}
      <p className={chart.note}>{t('onePrice', { price: format.money(perKwh, currency, 4) })}</p>
    </>
  )
}

/** Down to whole per cent: what is not whole never reads 100. */
const below = (format: ReturnType<typeof useFormat>, share: number): string =>
  `${format.number(Math.floor(share * 100))}%`

type SplitProps = {
  label: string
  /** Of the first way, 0 to 1; null = unknown. */
  share: number | null
  ways: readonly [string, string]
  /** The token of its colour. */
  tone: 'producing-mark' | 'chart-3'
}

/** A share as a bar of two parts. */
function Split({ label, share, ways, tone }: SplitProps) {
  const format = useFormat()
  return (
    <div className={styles.split} style={{ '--tone': `var(--${tone})` } as CSSProperties}>
      <div className={styles.head}>
        <span>{label}</span>
        <b>{format.text('share', share)}</b>
      </div>
      <div
        className={styles.bar}
        style={{ '--share': `${(share ?? 0) * 100}%` } as CSSProperties}
        aria-hidden
      >
        {share !== null && <i />}
      </div>
      {share !== null && (
        <div className={styles.ways}>
          <span>{ways[0]}</span>
          <span>{ways[1]}</span>
        </div>
      )}
    </div>
  )
}
