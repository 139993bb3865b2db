/** Long because each choice of the address meets here the panel that changes it. */
import { flowsBothWays, givesPower } from '#domain/devices/kinds.ts'
import { restOf } from '#domain/telemetry/night-energy.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AppPath } from '../../kit/navigation/app-path.ts'
import type { PageSearch } from '../../paths.ts'
import { curveChoices, curveLines, linesAtOnce, pagesOf } from '../devices/history/curve-lines.ts'
import { nameOfLine } from '../devices/history/line-name.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { setPageSearch } from '../../app/shell/page-search.ts'
import type { StationData } from '../stations/station-queries.ts'
import { classes } from '../../kit/classes.ts'
import type { ChartSheet } from '../../kit/chart/chart-sheet.ts'
import { periodKey, periodOfKey, stepPeriod, todayIn } from '../../kit/chart/period.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../app/failure/error-state.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Skeleton } from '../../kit/skeleton.tsx'
import { ChoicePanel, type Choices } from './choice-panel.tsx'
import { countersOf } from '../devices/plain/flow-counters.ts'
import { listOf, mostDays, roomFor, yearBefore } from '../devices/history/compare.ts'
import { openedOf, writtenDay } from '../devices/history/opened-day.ts'
import { DayView } from './day-view.tsx'
import { DevicePanel, type DeviceChoice } from './device-panel.tsx'
import { EnergyView } from './energy-view.tsx'
import { SignalChoices } from '../devices/history/signal-choices.tsx'
import { SavePanel } from './save-panel.tsx'
import { StageBar, type PanelName } from './stage-bar.tsx'
import { StationPanel } from './station-panel.tsx'
import { TimePanel } from './time-panel.tsx'
import { modelOf, useDays, useEnergies, type Subject } from './use-parts.ts'
import { useTurned } from './use-turned.ts'
import styles from './stage.module.css'

type StageProps = {
  station: StationData
  devices: readonly DeviceChoice[]
  /** The first is what the page was opened for. */
  subjects: readonly Subject[]
  main: DeviceChoice | null
  search: PageSearch<'fullscreen-chart'>
  back: AppPath
}

/** Writes into the address what is chosen; before the first light the present day by its name. */
const useChange =
  (search: StageProps['search'], isBeforeLight: boolean, today: string) =>
  (to: Partial<StageProps['search']>): void =>
    setPageSearch('fullscreen-chart', search, writtenDay(to, isBeforeLight, today))

/** The chart with its bar and panels, turned while the screen stands upright. All that is chosen is in the address. */
export function Stage({ station, devices, subjects, main, search, back }: StageProps) {
  const t = useTranslations('chart.full')
  const words = useTranslations('device')
  const plain = useTranslations('plain')
  const file = useTranslations('chart.file')
  const format = useFormat()
  const turned = useTurned()
  const [panel, setPanel] = useState<PanelName | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const sheet = useRef<ChartSheet | null>(null)
  const keep = useCallback((shown: ChartSheet): void => {
    sheet.current = shown
  }, [])
  const today = todayIn(useNow(), station.timeZone)
  const isBeforeLight = main !== null && restOf([main]) === 'yesterday'
  const change = useChange(search, isBeforeLight, today)

  const flowing = main !== null && flowsBothWays(main.kind)
  const daysOnly = main !== null && !givesPower(main.kind) && !flowing
  const period = daysOnly ? 'day' : (search.period ?? 'day')
  const shown = periodKey(period, openedOf(period, search.of, isBeforeLight, today), today)
  const mostNow = Math.min(mostDays, 1 + roomFor(subjects.length, 1).days)
  const days = useMemo(() => {
    if (period !== 'day') return []
    return [shown, ...listOf(search.days, [shown])].slice(0, mostNow)
  }, [period, shown, search.days, mostNow])
  const daily = useDays(subjects, days, today)
  const counted = useMemo(
    () =>
      flowing
        ? subjects.flatMap((one) =>
            countersOf(main.kind).map((counter): Subject => {
              const way = plain(`counter.${counter}`)
              return { ...one, counter, name: subjects.length > 1 ? `${one.name} ${way}` : way }
            }),
          )
        : subjects,
    [flowing, main, subjects, plain],
  )
  const energies = useEnergies(counted, period === 'day' ? null : period, shown)
  const earlier = search.before && subjects.length === 1 && !flowing ? yearBefore(period, shown) : null
  const past = useEnergies(
    earlier === null ? [] : counted,
    earlier === null ? null : period === 'day' ? null : period,
    earlier ?? '',
  )
  const read = period === 'day' ? daily : energies
  const room = roomFor(subjects.length, Math.max(1, days.length))

  const first = modelOf(daily.parts ?? [])
  const metrics = first ? curveChoices(first.curve) : []
  const usual = main?.kind === 'weather' ? 'irradiance' : undefined
  const metric =
    metrics.find((one) => one === search.metric) ??
    metrics.find((one) => one === usual) ??
    metrics[0] ??
    'power'
  const { lines } = first ? curveLines(first.curve, metric) : { lines: [] }
  const several = (daily.parts?.length ?? 0) > 1
  const lineNo = Number(search.line ?? 0)
  const steps = several ? lines.length : pagesOf(lines)
  const at = Number.isInteger(lineNo) && lineNo >= 0 && lineNo < steps ? lineNo : 0

  const when =
    period === 'lifetime'
      ? t('allYears')
      : period === 'day'
        ? days.map((day) => format.day(day)).join(', ')
        : format.day(shown)
  const [one] = subjects
  const name = one?.name ?? ''
  const title = subjects.length > 1 ? t('others', { first: name, total: String(subjects.length) }) : name
  const base = {
    place: station.name,
    subject: one?.kind === 'station' && subjects.length === 1 ? '' : title,
    of: period === 'day' ? days.join(' ') : shown,
    zone: file('zone', { zone: station.timeZone }),
  }
  useEffect(() => {
    document.title = `${title} · Sunkeeper`
  }, [title])
  useEffect(() => {
    const keyed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && panel === null) navigate.back(back)
    }
    document.addEventListener('keydown', keyed)
    return () => document.removeEventListener('keydown', keyed)
  }, [back, panel])

  const step = (by: 1 | -1): string | null => stepPeriod(period, shown, by, today)
  const show = (of: string | null): void => {
    if (of !== null)
      change({ of: of === periodKey(period, undefined, today) ? undefined : of, days: undefined })
  }
  const metricWord = period === 'day' ? words(`metric.${metric}`) : flowing ? plain('title') : t('energy')
  const metricShown = search.signals === undefined ? metricWord : words('history.signals')
  const groups: Choices[] = [
    {
      label: t('metric'),
      value: search.signals === undefined ? metric : '',
      options: metrics.map((value) => ({ value, label: words(`metric.${value}`) })),
      onChange: (value) =>
        change({
          metric: value === (usual ?? 'power') ? undefined : value,
          line: undefined,
          signals: undefined,
        }),
    },
    ...(steps > 1 && search.signals === undefined
      ? [
          {
            label: t('line'),
            value: String(at),
            options: Array.from({ length: steps }, (_, no) => {
              const line = lines[no]
              return {
                value: String(no),
                label:
                  several && line
                    ? nameOfLine(line, true, words)
                    : t('lines', {
                        from: String(no * linesAtOnce + 1),
                        to: String(Math.min(lines.length, (no + 1) * linesAtOnce)),
                      }),
              }
            }),
            onChange: (value: string) => change({ line: value === '0' ? undefined : value }),
          },
        ]
      : []),
  ]
  const others = devices.filter(({ id, kind }) => id !== main?.id && kind === (main?.kind ?? 'inverter'))
  const chosen = subjects.slice(1).flatMap(({ kind, id }) => (kind === 'device' ? [id] : []))
  const chosenStations = subjects.slice(1).flatMap(({ kind, id }) => (kind === 'station' ? [id] : []))
  const close = (): void => setPanel(null)
  const nothing =
    period === 'day'
      ? metrics.length === 0 && !(first?.expectedW && shown === today)
      : energies.parts?.every(({ bars }) => bars.bars.length === 0)
  return (
    <div className={styles.root}>
      <div className={classes(styles.stage, turned && styles.turned)} data-turned={turned}>
        <div className={styles.inside} inert={panel !== null}>
          <StageBar
            under={`${one?.kind === 'station' && subjects.length === 1 ? '' : `${station.name} · `}${period === 'day' ? metricShown : metricWord}`}
            heading={one?.kind === 'station' && subjects.length === 1 ? station.name : title}
            when={
              days.length > 1
                ? t('others', {
                    first: format.day(shown, 'short'),
                    total: String(days.length),
                  })
                : period === 'day'
                  ? format.day(shown, 'short')
                  : when
            }
            yearBefore={
              (period === 'month' || period === 'year') && subjects.length === 1 && !flowing
                ? (search.before ?? false)
                : null
            }
            onYearBefore={(on) => change({ before: on || undefined })}
            metric={period === 'day' && (metrics.length > 1 || steps > 1) ? metricShown : null}
            compared={{
              ...(others.length > 0 && { devices: chosen.length }),
              ...(main === null && { stations: chosenStations.length }),
            }}
            savable={read.parts !== null && !nothing}
            before={period === 'lifetime' || days.length > 1 ? null : step(-1)}
            after={period === 'lifetime' || days.length > 1 ? null : step(1)}
            onStep={show}
            onPanel={setPanel}
            onExit={() => navigate.back(back)}
          />
          <main ref={box} className={styles.chart}>
            {read.error ? (
              <div className={styles.middle}>
                <ErrorState inline error={read.error} onRetry={read.again} />
              </div>
            ) : read.parts === null ? (
              <Skeleton shape="block" height="100%" />
            ) : nothing ? (
              <div className={styles.middle}>
                <EmptyState inline title={t('noData')} text={t('noDataText')} />
              </div>
            ) : period === 'day' && daily.parts ? (
              <DayView
                parts={daily.parts}
                metric={metric}
                line={several ? at : 0}
                from={several ? 0 : at * linesAtOnce}
                signals={search.signals}
                ratedW={main?.ratedW ?? null}
                when={when}
                base={base}
                onSheet={keep}
              />
            ) : (
              <EnergyView
                parts={energies.parts ?? []}
                before={earlier === null ? null : { year: earlier.slice(0, 4), bars: past.parts?.[0]?.bars }}
                today={today}
                when={when}
                base={base}
                onSheet={keep}
                onOpen={(key) =>
                  setPageSearch('fullscreen-chart', search, { period: periodOfKey(key), of: key }, 'push')
                }
              />
            )}
          </main>
        </div>
        {panel === 'time' && (
          <TimePanel
            period={period}
            shown={shown}
            days={days}
            today={today}
            room={room.days}
            daysOnly={daysOnly}
            onPeriod={(to, of) =>
              change({
                period: to === 'day' ? undefined : to,
                of: of === periodKey(to, undefined, today) ? undefined : of,
                days: undefined,
              })
            }
            onDays={([of, ...more]) =>
              change({ of: of === today ? undefined : of, days: more.join(',') || undefined })
            }
            onClose={close}
          />
        )}
        {panel === 'devices' && (
          <DevicePanel
            devices={others}
            chosen={chosen}
            room={room.devices}
            onChange={(ids) => change({ with: ids.join(',') || undefined, line: undefined })}
            onClose={close}
          />
        )}
        {panel === 'metric' && (
          <ChoicePanel title={t('metric')} groups={groups} onClose={close}>
            {first && (
              <>
                <p className={styles.panelHead}>{words('history.signals')}</p>
                <SignalChoices
                  curve={first.curve}
                  chosen={search.signals}
                  most={Math.max(1, Math.floor(linesAtOnce / Math.max(1, subjects.length * days.length)))}
                  onChange={(signals) => change({ signals, line: undefined })}
                />
              </>
            )}
          </ChoicePanel>
        )}
        {panel === 'stations' && (
          <StationPanel
            self={station.id}
            chosen={chosenStations}
            room={room.devices}
            onChange={(ids) =>
              change({ stations: ids.join(',') || undefined, line: undefined, signals: undefined })
            }
            onClose={close}
          />
        )}
        {panel === 'save' && <SavePanel sheet={sheet} box={box} onClose={close} />}
      </div>
    </div>
  )
}
