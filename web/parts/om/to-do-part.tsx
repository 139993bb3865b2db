import { ListChecks, SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { troubleSorts } from '#domain/alarms/impact.ts'
import { TableSwitch } from '../../app/lists/table-switch.tsx'
import { sortOf, useTable } from '../../app/lists/use-table.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'
import { usePicks } from '../../app/lists/picks.ts'
import { useWide } from '../../app/shell/width.ts'
import { Chips } from '../../kit/chips.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { classes } from '../../kit/classes.ts'
import { usePane } from '../../kit/navigation/pane.ts'
import { NoMatch } from '../../kit/no-match.tsx'
import { IconButton } from '../../kit/page.tsx'
import { useNow } from '../../kit/time/now.ts'
import { Windowed } from '../../kit/windowed.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import type { PageSearch } from '../../paths.ts'
import { AlarmRow } from '../alarms/alarm-row.tsx'
import { LazyDispatchSheet } from '../troubles/lazy-dispatch-sheet.ts'
import { TroubleRow } from '../troubles/trouble-row.tsx'
import { usePerHour } from '../troubles/use-impact.ts'
import { staleMs, type Trouble, type Troubles, useTroubles } from '../troubles/use-troubles.ts'
import { filtersSet, nothingNarrowed } from './alarm-filter-sheet.tsx'
import { AllWell } from './all-well.tsx'
import { LimitedCard, SwitchedOffCard } from './switched-off-card.tsx'
import { LazyAlarmsBar, LazyChosenBar } from './lazy-bars.ts'
import { OfStation } from './of-station.tsx'
import { useChosen } from './use-chosen.ts'
import styles from '../troubles/troubles.module.css'

type Search = PageSearch<'om-page'>
type ToDoPartProps = { search: Search; change: (to: Partial<Search>) => void; onFilter: () => void }

/** The table is for wide screens alone. */
const TroubleTable = lazyPart(
  async () => (await import('./trouble-table.tsx')).TroubleTable,
  () => <SkeletonCard kind="rows" rows={6} />,
)

/** A device is chosen for its alarms: those that are told one by one. */
const toldOf = ({ alarms }: Trouble): number => alarms.length

/** A table shows more at once than a list. */
const tablePage = 100

const b = (number: ReactNode): ReactNode => <b>{number}</b>

/** What is wrong now, a device a row, with what it costs and who has it: one list for whoever sends people. */
export function ToDoPart({ search, change, onFilter }: ToDoPartProps) {
  const t = useTranslations('troubles')
  const alarms = useTranslations('alarms')
  const table = useTable('troubles')
  const list = useTroubles(search, table.on ? tablePage : undefined, sortOf(table, troubleSorts))
  const chosen = useChosen()
  const wide = useWide()
  const [dispatched, setDispatched] = useState<Trouble | null>(null)
  const answer = list.pages?.[0]
  const rows = list.rows ?? []
  const picks = usePicks(list, toldOf)
  const choosing = wide ? picks.on : chosen.chosen !== null
  const narrowed = filtersSet(search) > 0 || search.level !== undefined || Boolean(search.search)
  return (
    <>
      {answer && (answer.total > 0 || narrowed) && (
        <div className={styles.summary}>
          <Sum lost={answer.lost} all={rows.length === answer.total ? rows : []} />
          <span className={styles.tools}>
            <TableSwitch of={table} />
            {chosen.mayChoose && rows.some(({ alarmCount }) => alarmCount > 0) && (
              <IconButton
                label={choosing ? alarms('stop') : alarms('select')}
                aria-pressed={choosing}
                data-key="x"
                onClick={wide ? picks.begin : chosen.begin}
              >
                <ListChecks size={20} aria-hidden />
              </IconButton>
            )}
            <IconButton label={alarms('filter')} onClick={onFilter}>
              <SlidersHorizontal size={20} aria-hidden />
            </IconButton>
          </span>
          <About answer={answer} search={search} checkedAt={list.checkedAt} />
        </div>
      )}
      {answer && <Levels answer={answer} search={search} change={change} />}
      <OfStation stationId={search.stationId} onClear={() => change({ stationId: undefined })} />
      {table.on && rows.length > 0 ? (
        <TroubleTable
          table={table}
          list={list}
          listKey={`troubles ${JSON.stringify(search)}`}
          pickOf={picks.of}
        />
      ) : (
        <PagedList
          list={list}
          inline
          card
          more={t('more')}
          empty={
            narrowed ? (
              <NoMatch
                title={t('noneFound')}
                text={t('noneFoundText')}
                reset={t('showAll')}
                onReset={() => change({ ...nothingNarrowed, level: undefined, search: undefined })}
              />
            ) : (
              <AllWell checkedAt={list.checkedAt} />
            )
          }
        >
          {(troubles) => (
            <ul className={styles.list} aria-label={alarms('title')}>
              {chosen.chosen && !wide ? (
                <Windowed items={troubles.flatMap((one) => one.alarms)} as="li" rowHeight={92}>
                  {(piece) =>
                    piece.map((alarm) => (
                      <AlarmRow key={alarm.id} alarm={alarm} choosing={chosen.choosing(alarm)} />
                    ))
                  }
                </Windowed>
              ) : (
                <Windowed
                  items={troubles}
                  as="li"
                  rowHeight={104}
                  name={`troubles ${JSON.stringify(search)}`}
                >
                  {(piece) =>
                    piece.map((one) => (
                      <TroubleRow
                        key={one.id}
                        trouble={one}
                        // What is looked for may be any of its alarms.
                        open={Boolean(search.search)}
                        onDispatch={setDispatched}
                        pick={wide ? picks.of(one) : undefined}
                      />
                    ))
                  }
                </Windowed>
              )}
            </ul>
          )}
        </PagedList>
      )}
      {answer?.cut && <p className={styles.quiet}>{t('cut')}</p>}
      {answer && <SwitchedOffCard stations={answer.switchedOff} total={answer.switchedOffTotal} />}
      {answer && <LimitedCard stations={answer.limited} total={answer.limitedTotal} />}
      {!wide && chosen.chosen && <LazyChosenBar of={chosen} />}
      {wide && picks.on && (
        <LazyAlarmsBar
          alarms={picks.chosen.flatMap((one) => one.alarms)}
          hidden={picks.chosen.reduce((sum, one) => sum + one.alarmCount - one.alarms.length, 0)}
          onAll={picks.takeAll}
          onEnd={picks.end}
        />
      )}
      {dispatched && (
        <LazyDispatchSheet
          subject={dispatched}
          onClose={() => setDispatched(null)}
          onDone={() => setDispatched(null)}
        />
      )}
    </>
  )
}

/** What is lost now, what would be lost by day, and what nobody hears of: as far as there is any, the worst first. */
const useTold = () => {
  const t = useTranslations('troubles')
  const format = useFormat()
  return ({ powerW, darkW, unseenW }: Troubles['lost']): ReactNode[] =>
    (
      [
        ['lostNow', powerW],
        ['outNow', darkW],
        ['unseenNow', unseenW],
      ] as const
    ).flatMap(([what, of]) => (of > 0 ? [t.rich(what, { power: format.text('power', of), b })] : []))
}

/** Where nothing is lost at this moment, as by night, what all troubles have cost so far. */
function Sum({ lost, all }: Pick<Troubles, 'lost'> & { all: readonly Trouble[] }) {
  const t = useTranslations('troubles')
  const format = useFormat()
  const [first] = useTold()(lost)
  const soFar = all.reduce((sum, { alarms: [worst] }) => sum + (worst?.costSoFar?.wh ?? 0), 0)
  return (
    <p className={styles.sum}>
      {first ??
        (soFar > 0 ? t.rich('lostSoFar', { energy: format.text('energy', soFar), b }) : t('nothingLost'))}
    </p>
  )
}

/** What it is worth, what else there is, of how much, and when that was true. */
function About({ answer, search, checkedAt }: { answer: Troubles; search: Search; checkedAt: number }) {
  const t = useTranslations('troubles')
  const ui = useTranslations('ui')
  const format = useFormat()
  const perHour = usePerHour()
  const now = useNow()
  const old = now - checkedAt > staleMs
  const beside = usePane()?.side === true
  const { lost, total, stations } = answer
  const worth = lost.perHour.flatMap((one) => perHour(one) ?? [])
  const [, ...others] = useTold()(lost)
  return (
    <p className={classes(styles.quiet, old && styles.old)}>
      <Dotted
        parts={[
          worth.join(' + '),
          ...others,
          // A chip counts them where there are several.
          (search.level !== undefined || levelsOf(answer, search).length < 2) &&
            t('devices', { count: total }),
          t('atStations', { count: stations }),
          // Beside a page there is room for an age that says something.
          (old || !beside) && (
            <>
              {t('checked', { age: format.age(checkedAt, now) })}
              {old && <i className="sr-only">, {ui('stale')}</i>}
            </>
          ),
        ]}
      />
    </p>
  )
}

/** The levels that occur, and the chosen one. */
const levelsOf = ({ counts }: Troubles, { level }: Search) =>
  alarmLevels.filter((one) => one === level || (counts[one] ?? 0) > 0)

/** Everything, or what is of one level; only what occurs is offered, and what is chosen. */
function Levels({ answer, search, change }: { answer: Troubles } & Omit<ToDoPartProps, 'onFilter'>) {
  const t = useTranslations('troubles')
  const level = useTranslations('level')
  const format = useFormat()
  const { counts } = answer
  const offered = levelsOf(answer, search)
  if (offered.length < 2 && search.level === undefined) return null
  const all = [...alarmLevels, 'no_alarm' as const].reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  return (
    <Chips
      label={t('levels')}
      value={search.level ?? 'all'}
      onChange={(value) => change({ level: value === 'all' ? undefined : value })}
      options={[
        { value: 'all' as const, label: t('all'), count: format.number(all) },
        ...offered.map((value) => ({ value, label: level(value), count: format.number(counts[value] ?? 0) })),
      ]}
    />
  )
}
