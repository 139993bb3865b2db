import { heatMetrics, planMetrics, type HeatCell, type PlanMetric } from '#domain/telemetry/heat.ts'
import { Info, Table2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWide } from '../../../app/shell/width.ts'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { pathTo } from '../../../paths.ts'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { useLostSince } from '../../../kit/time/now.ts'
import { Segmented } from '../../../kit/segmented.tsx'
import { TimeBar } from '../time/time-bar.tsx'
import { valuesOf } from '../time/frames.ts'
import type { Time } from '../time/use-time.ts'
import type { useArray } from '../use-array.ts'
import { HeatCanvas } from './heat-canvas.tsx'
import { Legend } from './legend.tsx'
import { MarkLine } from './mark-line.tsx'
import { type Mark, markedCells, partOf } from './marked.ts'
import type { Painting } from './paint.ts'
import type { Cell, Plan } from './plan.ts'
import { lowestOf, unitsOf } from '../roof/units.ts'
import { deviationOf, fixedAtFirst, lookOf, perModule, scaleOf, sharesOf, type Scale } from './scale.ts'
import styles from '../topology.module.css'

/** What a hand has to ask for comes when it does. */
const HeatTable = lazyPart(async () => (await import('./heat-table.tsx')).HeatTable)
const ScaleSheet = lazySheet(async () => (await import('./scale-sheet.tsx')).ScaleSheet)
const ModuleCard = lazyPart(async () => (await import('./module-card.tsx')).ModuleCard)

const nothing: ReadonlyMap<string, HeatCell> = new Map()

type LayoutViewProps = {
  stationId: string
  plan: Plan
  array: ReturnType<typeof useArray>
  metric: PlanMetric
  onMetric: (metric: PlanMetric) => void
  now: ReadonlyMap<string, HeatCell>
  time: Time
  timeZone: string
  /** Of which day energies are; null = none is known. */
  energyDay: 'today' | 'yesterday' | null
  /** The sun is down at the station now. */
  dark: boolean
  /** What a link led to. */
  mark: Mark
  onUnmark: () => void
}

/** The array as it lies on the roof, coloured by what each module gives. */
export function LayoutView({
  stationId,
  plan,
  array,
  metric: wanted,
  onMetric,
  now,
  time,
  timeZone,
  energyDay,
  dark,
  mark,
  onUnmark,
}: LayoutViewProps) {
  const t = useTranslations('topology')
  const format = useFormat()
  const wide = useWide()
  const lost = useLostSince() !== null && time.at === null
  const edits = useAllowed('device:device:edit', stationId)
  const strings = array.array?.strings
  const { deviceId, mppt, stringId } = mark
  const marked = useMemo(
    () => markedCells(plan.cells, strings ?? [], { deviceId, mppt, stringId }),
    [plan, strings, deviceId, mppt, stringId],
  )
  const part = useMemo(() => partOf(marked), [marked])
  // One module is what is meant: what it gives is told at once.
  const [picked, setChosen] = useState<string | null | undefined>(marked[1] ? undefined : marked[0]?.place.id)
  const [fixed, setFixed] = useState<Partial<Record<PlanMetric, Scale>>>({})
  const [scaling, setScaling] = useState(false)
  const [asked, setAsked] = useState(false)
  const [table, setTable] = useState(false)
  const [full, setFull] = useState(false)
  const past = time.at !== null || time.loading || time.failed || time.frames !== null
  // An instant of the past has powers; energies are of the whole day around now.
  const metric = past && wanted === 'energy' ? 'power' : wanted
  const heat = past ? (time.cells ?? nothing) : now
  const shares = useMemo(() => sharesOf(plan.cells, metric), [plan, metric])
  // Where it covers nothing, the module that is low is told of until another is chosen.
  const lowest = useMemo(() => {
    const cells = marked.length > 0 ? marked : plan.cells
    return lowestOf(wide && !past ? unitsOf(cells, heat, shares) : [], metric, dark)
  }, [wide, past, marked, plan, heat, shares, metric, dark])
  const chosenId = picked === undefined ? lowest : picked
  const frames = time.frames
  // A day has one scale, so that its colours can be compared from hour to hour.
  const dayScale = useMemo(
    () => (frames ? scaleOf(valuesOf(frames, shares), metric) : null),
    [frames, shares, metric],
  )
  const nowScale = useMemo(
    () =>
      scaleOf(
        plan.cells.flatMap(({ place }) => perModule(now.get(place.id), shares.get(place.id)) ?? []),
        metric,
      ),
    [plan, now, shares, metric],
  )
  const own = (past ? dayScale : nowScale) ?? nowScale
  const { least, most } = fixed[metric] ?? own
  const painting = useMemo<Painting>(() => {
    const scale = { least, most }
    // One unit on the modules and in the legend.
    const scaledInKwh = format.write('energy', most).unit !== 'Wh'
    return {
      cells: plan.cells,
      blocks: plan.blocks,
      looks: plan.cells.map(({ place }) => lookOf(heat.get(place.id), shares.get(place.id), scale)),
      marks: plan.cells.map(({ mark }) => (mark ? lookOf(heat.get(mark.id), 1, scale) : null)),
      labels: plan.cells.map(({ place }) => {
        const cell = heat.get(place.id)
        return cell && (cell.state === 'value' || cell.state === 'zero') && cell.value !== null
          ? metric === 'energy'
            ? scaledInKwh
              ? format.number(cell.value / 1000, 2, 2)
              : format.number(cell.value, 0)
            : format.number(cell.value, metric === 'power' ? 0 : 1)
          : ''
      }),
      chosen: chosenId,
      marked: new Set(marked.map(({ place }) => place.id)),
    }
  }, [plan, heat, shares, least, most, metric, format, chosenId, marked])
  const chosen = plan.cells.find(({ place }) => place.id === chosenId) ?? null
  const known = plan.cells.filter(({ place }) => {
    const state = heat.get(place.id)?.state
    return state === 'value' || state === 'zero'
  }).length
  const summary = t('map.summary', {
    metric: t(`metric.${metric}`),
    known: String(known),
    all: String(plan.cells.length),
    when:
      time.at !== null
        ? format.instant(time.at, timeZone)
        : t(metric === 'energy' && energyDay !== null ? `time.ofDay.${energyDay}` : 'time.now'),
  })
  useEffect(() => {
    if (!full) return undefined
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setFull(false)
    }
    document.addEventListener('keydown', leave)
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.removeEventListener('keydown', leave)
      document.documentElement.style.overflow = ''
    }
  }, [full])
  const { array: data, stringName, byId } = array
  const stringById = useMemo(
    () => new Map((data?.strings ?? []).map((one) => [one.id, stringName(one)])),
    [data, stringName],
  )
  const string = data?.strings.find(({ id }) => id === chosen?.place.stringId)
  const deviceOf = (id: string | null | undefined) => byId.get(id ?? '') ?? null
  const asleep =
    !past && dark && painting.looks.every((look) => look === 'zero' || look === 'asleep' || look === 'stale')
  const said = time.failed
    ? 'failed'
    : time.bare
      ? 'bare'
      : time.loading
        ? 'loading'
        : asleep
          ? metric === 'power'
            ? 'night.none'
            : 'asleep'
          : metric === 'energy' && energyDay !== null
            ? (`${dark ? 'night' : 'energy'}.${energyDay}` as const)
            : null
  // What passes lies over the picture; what holds all night would cover modules.
  const passes = said === 'failed' || said === 'bare' || said === 'loading'
  const inverter = deviceOf(string?.inverterId)
  const card = chosen && (
    <ModuleCard
      cell={chosen}
      device={deviceOf(chosen.place.deviceId)}
      mark={deviceOf(chosen.mark?.deviceId)}
      heat={heat.get(chosen.place.id)}
      markHeat={chosen.mark ? heat.get(chosen.mark.id) : undefined}
      metric={metric}
      inverterName={inverter ? inverter.name || inverter.sn : null}
      stringName={string ? string.name || t('string', { no: String(string.no) }) : null}
      deviation={deviationOf(chosen, plan.cells, heat, shares)}
      at={past ? (time.at ?? 0) : null}
      timeZone={timeZone}
      beside={wide}
      onClose={() => setChosen(null)}
    />
  )
  return (
    <>
      <div className={classes(styles.board, full && styles.full, lost && styles.lost)}>
        <div className={styles.tools}>
          <Segmented
            label={t('metric.label')}
            value={metric}
            options={(past ? heatMetrics : planMetrics).map((value) => ({
              value,
              label: t(`metric.${value}`),
            }))}
            onChange={onMetric}
          />
        </div>
        <MarkLine mark={mark} count={marked.length} array={array} stationId={stationId} onUnmark={onUnmark} />
        <div className={styles.stage} aria-busy={time.loading}>
          <HeatCanvas
            plan={plan}
            painting={painting}
            summary={summary}
            part={part}
            onChoose={(cell: Cell | null) =>
              setChosen(cell && cell.place.id !== chosenId ? cell.place.id : null)
            }
            covered={!wide && chosen !== null}
            full={full}
            onFull={setFull}
          />
          {said && passes && <output className={styles.over}>{t(`time.${said}`)}</output>}
          {!wide && card}
        </div>
        <Legend
          metric={metric}
          scale={{ least, most }}
          looks={painting.looks}
          fixed={fixed[metric] !== undefined}
          onScale={() => {
            setAsked(true)
            setScaling(true)
          }}
          said={said && !passes ? t(`time.${said}`) : null}
        />
        <TimeBar time={time} timeZone={timeZone} day={dark && metric === 'energy' ? energyDay : null} />
        {wide && card}
      </div>
      {plan.automatic && plan.cells.length > 0 && (
        <p className={styles.hint}>
          <Info size={16} aria-hidden />
          <span>
            {t('automatic')}
            {edits && (
              <>
                {' '}
                <Go to={pathTo('generate-power-device-config', { stationId })} className={styles.link}>
                  {t('arrange')}
                </Go>
              </>
            )}
          </span>
        </p>
      )}
      {table ? (
        <HeatTable
          cells={plan.cells}
          heat={heat}
          shares={shares}
          devices={byId}
          metric={metric}
          stringOf={(id) => (id === null ? t('noString') : (stringById.get(id) ?? t('noString')))}
          onClose={() => setTable(false)}
        />
      ) : (
        <button type="button" className={styles.tableButton} onClick={() => setTable(true)}>
          <Table2 size={18} aria-hidden />
          {t('table.show')}
        </button>
      )}
      {asked && (
        <ScaleSheet
          open={scaling}
          metric={metric}
          fixed={fixed[metric] ?? null}
          own={own}
          atFirst={fixedAtFirst[metric]}
          onChange={(next) => {
            const { [metric]: _, ...others } = fixed
            setFixed(next ? { ...others, [metric]: next } : others)
          }}
          onClose={() => setScaling(false)}
        />
      )}
    </>
  )
}
