import { ChartNoAxesColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { flagsIn, type QualityFlag } from '#domain/telemetry/quality-flags.ts'
import { pathTo } from '../../../paths.ts'
import { ChartBox } from '../../../kit/chart/chart-box.tsx'
import { timeTable, type TimeColumn } from '../../../kit/chart/chart-tables.ts'
import { TimeChart } from '../../../kit/chart/time-chart.tsx'
import { nameOf, type DeviceDetail } from '../device-facts.ts'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { Button } from '../../../kit/button.tsx'
import { Chips } from '../../../kit/chips.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { listOf, roomFor } from './compare.ts'
import {
  curveChoices,
  curveLines,
  linesAtOnce,
  pagesOf,
  type CurveChoice,
  type CurveLine,
  type DeviceCurve,
} from './curve-lines.ts'
import { drawLines, lineIn, type WantedLine } from './draw-lines.ts'
import { nameOfLine, type LineWords } from './line-name.ts'
import { axesOf, nameOfSignal, signalsOf } from './signals.ts'
import type { HistorySearch } from './use-history.ts'
import { useOtherDays } from './use-other-days.ts'
import type { Exchange } from './exchange-notes.tsx'
import { useExchangeMarks } from './use-exchange-marks.ts'
import { withLatest, type Reading } from './live-curve.ts'
import styles from './history.module.css'

const SignalsSheet = lazySheet(async () => (await import('./signals-sheet.tsx')).SignalsSheet)
const DaysSheet = lazySheet(async () => (await import('./days-sheet.tsx')).DaysSheet)

type DayCurveProps = {
  detail: DeviceDetail
  curve: DeviceCurve
  /** The newest reading, when the day is the present one. */
  latest: Reading | null
  gapMs: number
  /** Which devices came and went in the place on this day. */
  exchanges: readonly Exchange[]
  search: Pick<HistorySearch, 'of' | 'metric' | 'signals' | 'days'>
  onChange: (change: Partial<HistorySearch>) => void
  today: string
  present: boolean
  when: string
}

/** Of rated power: what an inverter draws at night is far below. */
const leastReach = 0.02
const dayMs = 86_400_000

/** One quantity over a day, or chosen lines of two, with what is to be said about its readings. */
export function DayCurve(props: DayCurveProps) {
  const { detail, curve, latest, gapMs, exchanges, search, onChange, today, present, when } = props
  const exchanged = useExchangeMarks(exchanges, curve.timeZone)
  const t = useTranslations('device')
  const file = useTranslations('chart.file')
  const format = useFormat()
  const { ratedW, kind } = detail.device
  // What a weather station is looked at for.
  const usual = kind === 'weather' ? 'irradiance' : 'power'
  const [page, setPage] = useState(0)
  const [choosing, setChoosing] = useState<'signals' | 'days' | null>(null)
  const grown = useMemo(() => withLatest(curve, latest, gapMs), [curve, latest, gapMs])
  const choices = useMemo(
    () => curveChoices(grown).toSorted((a, b) => Number(b === usual) - Number(a === usual)),
    [grown, usual],
  )
  const chosen = choices.find((one) => one === (search.metric ?? usual)) ?? choices[0] ?? 'power'
  const signals = useMemo(() => signalsOf(grown, search.signals), [grown, search.signals])
  const mostDays = Math.max(0, roomFor(Math.max(1, signals.length), 1).days)
  const days = useMemo(
    () => listOf(search.days, [curve.day]).slice(0, mostDays),
    [search.days, curve.day, mostDays],
  )
  const others = useOtherDays(detail, days)
  const { measure, fit, lines } = curveLines(grown, chosen)
  const pages = signals.length > 0 || others.length > 0 ? 1 : pagesOf(lines)
  const from = (page < pages ? page : 0) * linesAtOnce
  const wanted = useMemo((): WantedLine[] => {
    if (signals.length > 0) return signals.map((one) => ({ ...one, name: nameOfSignal(one, t) }))
    const { lines } = curveLines(grown, chosen)
    return lines.slice(from, others.length > 0 ? from + 1 : from + linesAtOnce).map((line, no) => ({
      line,
      name: nameOfLine(line, lines.length > 1, t),
      area: no === 0 && chosen === 'power',
    }))
  }, [signals, grown, chosen, from, others.length, t])
  const parts = useMemo(
    () => [grown, ...others].map((one) => ({ label: format.day(one.day, 'short'), curve: one })),
    [grown, others, format],
  )
  const byClock = parts.length > 1
  const drawn = useMemo(() => drawLines(parts, wanted, byClock), [parts, wanted, byClock])
  const axes = axesOf(signals)
  const title = signals.length > 0 ? wanted.map(({ name }) => name).join(', ') : t(`metric.${chosen}`)
  return (
    <>
      {choices.length > 1 && (
        <Chips
          label={t('history.metric')}
          options={choices.map((value) => ({ value, label: t(`metric.${value}`) }))}
          value={signals.length > 0 ? noChoice : chosen}
          onChange={(value) => {
            setPage(0)
            onChange({ metric: value === usual ? undefined : value, signals: undefined })
          }}
        />
      )}
      {choices.length > 0 && (
        <div className={styles.tools}>
          <Button kind={signals.length > 0 ? 'soft' : 'quiet'} small onClick={() => setChoosing('signals')}>
            {signals.length > 0
              ? t('history.signalsOn', { count: String(signals.length) })
              : t('history.signals')}
          </Button>
          <Button kind={days.length > 0 ? 'soft' : 'quiet'} small onClick={() => setChoosing('days')}>
            {days.length > 0 ? t('history.daysOn', { count: String(days.length) }) : t('history.days')}
          </Button>
        </div>
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
      {drawn.series.length === 0 ? (
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
            ...((!present || search.of !== undefined) && { of: curve.day }),
            ...(chosen !== 'power' && { metric: chosen }),
            ...(signals.length > 0 && { signals: search.signals }),
            ...(days.length > 0 && { days: days.join(',') }),
          })}
          sheet={{
            title,
            place: detail.station.name,
            subject: nameOf(detail.device),
            when: byClock ? parts.map(({ label }) => label).join(', ') : when,
            of: parts.map((one) => one.curve.day).join(' '),
            zone: file('zone', { zone: grown.timeZone }),
            keys: drawn.series.map(({ label, tone }) => ({ label, tone })),
            table: () =>
              timeTable(
                { instant: file('instant'), local: file('local') },
                grown.timeZone,
                parts.flatMap((part) =>
                  columnsOf(part.curve, signals.length > 0 || byClock ? wanted : allOf(lines, t)),
                ),
              ),
          }}
        >
          <TimeChart
            title={`${title}, ${byClock ? parts.map(({ label }) => label).join(', ') : when}`}
            from={byClock ? 0 : grown.from}
            to={byClock ? dayMs : grown.to}
            // The clock of the station is laid on the axis already.
            timeZone={byClock ? 'UTC' : grown.timeZone}
            ts={drawn.ts}
            series={drawn.series}
            measure={axes.left?.measure ?? measure}
            fit={axes.left?.fit ?? fit}
            right={axes.right}
            {...(!byClock && exchanged)}
            {...(signals.length === 0 &&
              chosen === 'power' &&
              ratedW !== null && { reach: ratedW * leastReach })}
          />
        </ChartBox>
      )}
      <CurveNotes curve={grown} />
      <SignalsSheet
        open={choosing === 'signals'}
        curve={grown}
        chosen={search.signals}
        most={Math.floor(linesAtOnce / (1 + days.length))}
        onChange={(ids) => onChange({ signals: ids })}
        onClose={() => setChoosing(null)}
      />
      <DaysSheet
        open={choosing === 'days'}
        shown={curve.day}
        today={today}
        chosen={days}
        most={mostDays}
        onChange={(next) => onChange({ days: next.join(',') || undefined })}
        onClose={() => setChoosing(null)}
      />
    </>
  )
}

/** No chip is chosen while lines are chosen by themselves. */
const noChoice = 'none' as CurveChoice

const allOf = (lines: readonly CurveLine[], t: LineWords): WantedLine[] =>
  lines.map((line) => ({ line, name: nameOfLine(line, lines.length > 1, t) }))

const columnsOf = (curve: DeviceCurve, wanted: readonly WantedLine[]): TimeColumn[] =>
  wanted.flatMap(({ line, name }) => {
    const found = lineIn(curve, line)
    return found
      ? [
          {
            key: `${line.metric} ${line.index}`,
            head: found.unit === '' ? name : `${name} (${found.unit})`,
            ts: curve.ts,
            values: found.values,
          },
        ]
      : []
  })

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
  if (notes.late === 0 && notes.doubtful === 0 && !curve.cut) return null
  return (
    <div className={styles.notes}>
      {curve.cut && <p>{t('history.cut')}</p>}
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
