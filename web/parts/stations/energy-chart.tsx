import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../app/data/call-types.ts'
import { useData } from '../../app/data/query.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import { BarChart } from '../../kit/chart/bar-chart.tsx'
import { ChartBox } from '../../kit/chart/chart-box.tsx'
import { useBarTable } from '../../kit/chart/use-bar-table.ts'
import { classes } from '../../kit/classes.ts'
import { Figure, TextFigure } from '../../kit/figure.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import type { Period } from '../../kit/chart/period.ts'
import { ComparedLine } from './compared-line.tsx'
import { ownUseParts } from './own-use-parts.ts'
import { useMissing } from './use-missing.tsx'
import type { StationData } from './station-queries.ts'
import styles from './chart-card.module.css'
import { Waiting } from '../../app/failure/waiting.tsx'

type Bars = Answer<'GET /api/stations/{stationId}/energy'>['bars']

type EnergyChartProps = {
  station: StationData
  period: Exclude<Period, 'day'>
  /** `YYYY-MM`, `YYYY` or empty. */
  shown: string
  /** The present day of the station's zone. */
  today: string
  /** A meter measures what is fed in: bars tell it from what was used here. */
  metered: boolean
  onOpen: (key: string) => void
}

/** Energy by days, months or years. Spans across bars are told apart and are part of the total. */
export function EnergyChart({ station, period, shown, today, metered, onOpen }: EnergyChartProps) {
  const t = useTranslations('station.chart')
  const own = useTranslations('station.own')
  const file = useTranslations('chart.file')
  const table = useBarTable()
  const format = useFormat()
  const { mark, sheet } = useMissing()
  const missing = { stationId: station.id, period, ...(shown && { of: shown }) }
  const { data, error, isPlaceholderData, refetch } = useData(
    'GET /api/stations/{stationId}/energy',
    { params: { stationId: station.id }, query: { period, ...(shown && { of: shown }) } },
    { keep: true },
  )
  // The card below asks for the same.
  const balance = useData(
    'GET /api/stations/{stationId}/balance',
    { params: { stationId: station.id }, query: { period, ...(shown && { of: shown }) } },
    { keep: true, enabled: metered },
  )
  const compared = useData(
    'GET /api/stations/{stationId}/comparison',
    {
      params: { stationId: station.id },
      query: { period: period === 'lifetime' ? 'year' : period, ...(shown && { of: shown }) },
    },
    { keep: true, enabled: period !== 'lifetime' },
  )
  const [asked, setAsked] = useState<'energy' | 'money'>('energy')
  if (!data)
    return (
      <Waiting of={{ error, refetch }} inline>
        <Skeleton shape="block" height="290px" />
      </Waiting>
    )
  const nothing = data.totalWh === null && data.bars.every(({ wh, shared }) => wh === null && !shared)
  const [income] = data.income ?? []
  const inMoney = asked === 'money' && income !== undefined
  const amountOf = (all: Bars[number]['income']): number | null =>
    all?.find(({ currency }) => currency === income?.currency)?.amount ?? null
  const bars = data.bars.map(({ key, wh, shared, coverage, income: worth }) => ({
    key,
    value: inMoney ? amountOf(worth) : wh,
    shared,
    known: [coverage],
    parts: inMoney ? undefined : ownUseParts(balance.data, key, wh),
    ahead: key > today,
  }))
  const parts = [own('usedHere'), own('fedIn')].map((label, no) => ({
    label,
    tone: no === 0 ? (3 as const) : (4 as const),
  }))
  const isApart = bars.some((bar) => bar.parts !== undefined)
  const total = data.totalWh === null ? null : data.totalWh + (data.beforeWh ?? 0)
  const name = inMoney ? t('income', { currency: income.currency }) : t('energy')
  return (
    <div className={classes(styles.chart, isPlaceholderData && styles.changing)}>
      <div className={styles.headline}>
        <Figure
          label={t('total')}
          measure="energy"
          size="l"
          value={total}
          note={
            data.totalWh !== null && (
              <>
                {data.beforeWh ? `${t('before', { energy: format.text('energy', data.beforeWh) })} ` : ''}
                {mark(data.coverage, missing)}
              </>
            )
          }
        />
        {data.income?.flatMap(({ currency, amount }) =>
          amount === null ? (
            []
          ) : (
            <TextFigure key={currency} size="l" text={format.income(amount, currency)} />
          ),
        )}
      </div>
      {/* Two lines are kept for what comes a moment later. */}
      {period !== 'lifetime' && (
        <div className={styles.compared}>
          {compared.data?.of === data.of && (
            <ComparedLine
              compared={compared.data.compared}
              currency={inMoney ? income.currency : undefined}
            />
          )}
        </div>
      )}
      <div className={styles.switchRow}>
        <span className={styles.note}>
          {t('equivalent')} {format.text('hours', data.equivalentHours)}
        </span>
        {income && !nothing && (
          <Segmented
            label={t('unit')}
            value={asked}
            onChange={setAsked}
            options={[
              { value: 'energy', label: t('energy') },
              { value: 'money', label: t('incomeShort') },
            ]}
          />
        )}
      </div>
      {nothing ? (
        <p className={styles.none}>{t(period === 'lifetime' ? 'noneEver' : 'nonePeriod')}</p>
      ) : (
        <ChartBox
          full={pathTo('fullscreen-chart', { stationId: station.id, period, ...(shown && { of: shown }) })}
          sheet={{
            title: name,
            place: station.name,
            subject: '',
            when: data.of ? format.day(data.of) : t('allYears'),
            of: data.of,
            zone: file('zone', { zone: data.timeZone }),
            keys: isApart ? parts : [],
            table: () => table([inMoney ? name : `${name} (Wh)`], bars),
          }}
        >
          <BarChart
            title={
              inMoney
                ? [name, ...(data.of ? [format.day(data.of)] : [])].join(' · ')
                : data.of
                  ? t('energyOf', { period: format.day(data.of) })
                  : t('energyAll')
            }
            measure={inMoney ? 'plain' : 'energy'}
            bars={bars}
            parts={parts}
            onOpen={onOpen}
          />
        </ChartBox>
      )}
      <Spans spans={data.spans} total={data.spansTotal} />
      {data.sharedWh > 0 && (
        <p className={styles.spanText}>{t('edge', { energy: format.text('energy', data.sharedWh) })}</p>
      )}
      {sheet}
    </div>
  )
}

type SpansProps = { spans: Answer<'GET /api/stations/{stationId}/energy'>['spans']; total: number }

function Spans({ spans, total }: SpansProps) {
  const t = useTranslations('station.chart')
  const format = useFormat()
  if (spans.length === 0) return null
  return (
    <section className={styles.spans}>
      <h3 className={styles.spansTitle}>{t('spans')}</h3>
      {spans.map((span) => (
        <p className={styles.span} key={`${span.fromTs} ${span.toTs}`}>
          <span>{t('spanDays', { from: format.day(span.fromDay), to: format.day(span.toDay) })}</span>
          <b>{format.text('energy', span.wh)}</b>
        </p>
      ))}
      {total > spans.length && (
        <p className={styles.spanText}>{t('spansMore', { count: total - spans.length })}</p>
      )}
      <p className={styles.spanText}>{t('spansText')}</p>
    </section>
  )
}
