import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { flagsIn, type QualityFlag } from '#domain/telemetry/quality-flags.ts'
import { pathTo } from '../../../paths.ts'
import { ChartBox } from '../../../kit/chart/chart-box.tsx'
import { timeTable } from '../../../kit/chart/chart-tables.ts'
import { TimeChart } from '../../../kit/chart/time-chart.tsx'
import { nameOf, type DeviceDetail } from '../device-facts.ts'
import { Chips } from '../../../kit/chips.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { curveChoices, curveLines, linesAtOnce, pagesOf, type DeviceCurve } from './curve-lines.ts'
import { nameOfLine } from './line-name.ts'
import type { Exchange } from './exchange-notes.tsx'
import { useExchangeMarks } from './use-exchange-marks.ts'
import { withLatest, type Reading } from './live-curve.ts'
import styles from './history.module.css'

type DayCurveProps = {
  detail: DeviceDetail
  curve: DeviceCurve
  /** The newest reading, when the day is the present one. */
  latest: Reading | null
  gapMs: number
  /** Which devices came and went in the place on this day. */
  exchanges: readonly Exchange[]
  choice: string | undefined
  onChoice: (choice: string) => void
  present: boolean
  when: string
}

/** Of rated power: what an inverter draws at night is far below. */
const leastReach = 0.02
const tones = [1, 2, 3, 4, 5, 6] as const

/** One quantity over a day, with what is to be said about its readings. */
export function DayCurve({
  detail,
  curve,
  latest,
  gapMs,
  exchanges,
  choice,
  onChoice,
  present,
  when,
}: DayCurveProps) {
  const exchanged = useExchangeMarks(exchanges, curve.timeZone)
  const t = useTranslations('device')
  const file = useTranslations('chart.file')
  const { ratedW, kind } = detail.device
  // What a weather station is looked at for.
  const usual = kind === 'weather' ? 'irradiance' : 'power'
  const [page, setPage] = useState(0)
  const grown = useMemo(() => withLatest(curve, latest, gapMs), [curve, latest, gapMs])
  const choices = useMemo(() => curveChoices(grown), [grown])
  const chosen = choices.find((one) => one === (choice ?? usual)) ?? choices[0] ?? 'power'
  const { measure, fit, lines } = curveLines(grown, chosen)
  const pages = pagesOf(lines)
  const from = (page < pages ? page : 0) * linesAtOnce
  const series = useMemo(() => {
    const { lines } = curveLines(grown, chosen)
    return lines.slice(from, from + linesAtOnce).map((line, no) => ({
      label: nameOfLine(line, lines.length > 1, t),
      values: line.values,
      tone: tones[no] ?? 1,
      area: no === 0 && chosen === 'power',
    }))
  }, [grown, chosen, from, t])
  return (
    <>
      {choices.length > 1 && (
        <Chips
          label={t('history.metric')}
          options={choices.map((value) => ({ value, label: t(`metric.${value}`) }))}
          value={chosen}
          onChange={(value) => {
            setPage(0)
            onChoice(value)
          }}
        />
      )}
      {pages > 1 && (
        <Chips
          label={t('history.pages')}
          options={Array.from({ length: pages }, (_, no) => ({
            value: String(no),
            label: t('history.page', {
              from: String(lines[no * linesAtOnce]?.index ?? no * linesAtOnce + 1),
              to: String(lines[Math.min(lines.length, (no + 1) * linesAtOnce) - 1]?.index ?? lines.length),
            }),
          }))}
          value={String(from / linesAtOnce)}
          onChange={(value) => setPage(Number(value))}
        />
      )}
      {series.length === 0 ? (
        <EmptyState
          inline
          icon={<ChartNoAxesColumn size={26} aria-hidden />}
          title={t(present ? 'history.noReadingsYet' : 'history.noReadings')}
          text={t(present ? 'history.noReadingsYetText' : 'history.noReadingsText')}
        />
      ) : (
        <ChartBox
          full={pathTo('fullscreen-chart', {
            stationId: detail.station.id,
            deviceId: detail.device.id,
            ...(!present && { of: curve.day }),
            ...(chosen !== 'power' && { metric: chosen }),
          })}
          sheet={{
            title: t(`metric.${chosen}`),
            place: detail.station.name,
            subject: nameOf(detail.device),
            when,
            of: grown.day,
            zone: file('zone', { zone: grown.timeZone }),
            keys: series.map(({ label, tone }) => ({ label, tone })),
            table: () =>
              timeTable(
                { instant: file('instant'), local: file('local') },
                grown.timeZone,
                lines.map((line) => ({
                  key: `${line.metric} ${line.index}`,
                  head: `${nameOfLine(line, lines.length > 1, t)} (${line.unit})`,
                  ts: grown.ts,
                  values: line.values,
                })),
              ),
          }}
        >
          <TimeChart
            title={`${t(`metric.${chosen}`)}, ${when}`}
            from={grown.from}
            to={grown.to}
            timeZone={grown.timeZone}
            ts={grown.ts}
            series={series}
            measure={measure}
            fit={fit}
            {...exchanged}
            {...(chosen === 'power' && ratedW !== null && { reach: ratedW * leastReach })}
          />
        </ChartBox>
      )}
      <CurveNotes curve={grown} />
    </>
  )
}

/** How many readings came late, how many are doubtful and for what. */
function CurveNotes({ curve }: { curve: DeviceCurve }) {
  const t = useTranslations('device')
  const notes = useMemo(() => {
    const all = curve.ts.filter((_, no) => curve.series.some(({ values }) => values[no] != null)).length
    const flags = new Set<QualityFlag>()
    for (const bits of new Set(curve.flags)) for (const flag of flagsIn(bits)) flags.add(flag)
    return {
      all,
      late: curve.hist.filter(Boolean).length,
      doubtful: curve.flags.filter((bits) => bits !== 0).length,
      what: [...flags],
    }
  }, [curve])
  if (notes.late === 0 && notes.doubtful === 0) return null
  return (
    <div className={styles.notes}>
      {notes.doubtful > 0 && (
        <p>
          {t('history.doubtful', {
            count: notes.doubtful,
            what: notes.what.map((flag) => t(`flag.${flag}`)).join(', '),
          })}
        </p>
      )}
      {notes.late > 0 && (
        <p>{t('history.late', { late: String(notes.late), all: String(Math.max(notes.all, notes.late)) })}</p>
      )}
    </div>
  )
}
