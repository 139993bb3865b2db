import { BellOff, ListChecks, SlidersHorizontal } from 'lucide-react'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { useTranslations } from 'use-intl'
import { AlarmRow } from '../alarms/alarm-row.tsx'
import { type Alarms, useAlarms } from '../alarms/use-alarms.ts'
import type { PageSearch } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { Chips } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { NoMatch } from '../../kit/no-match.tsx'
import { IconButton } from '../../kit/page.tsx'
import { Windowed } from '../../kit/windowed.tsx'
import { TableSwitch } from '../../app/lists/table-switch.tsx'
import { useTable } from '../../app/lists/use-table.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'
import { usePicks } from '../../app/lists/picks.ts'
import { useWide } from '../../app/shell/width.ts'
import { nothingNarrowed } from './alarm-filter-sheet.tsx'
import { LazyAlarmsBar, LazyChosenBar } from './lazy-bars.ts'
import { OfStation } from './of-station.tsx'
import { useChosen } from './use-chosen.ts'
import styles from '../alarms/alarms.module.css'

/** The table is for wide screens alone. */
const AlarmTable = lazyPart(
  async () => (await import('./alarm-table.tsx')).AlarmTable,
  () => <SkeletonCard kind="rows" rows={6} />,
)

type Search = PageSearch<'om-page'>
type Level = (typeof alarmLevels)[number]

/** How many of a level there are among those that the status lets through. */
const counted = (counts: Alarms['counts'], status: Search['status'], level: Level): number => {
  if (status === 'all') return counts.unsolved[level] + counts.processing[level] + counts.closed[level]
  return status ? counts[status][level] : counts.unsolved[level] + counts.processing[level]
}

type AlarmsPartProps = { search: Search; change: (to: Partial<Search>) => void; onFilter: () => void }

/** Alarms one by one, of a status or a time: what is open stands by device in the list of what is to be done. */
export function AlarmsPart({ search, change, onFilter }: AlarmsPartProps) {
  const t = useTranslations('alarms')
  const level = useTranslations('level')
  const format = useFormat()
  const list = useAlarms(search)
  const chosen = useChosen()
  const table = useTable('alarms')
  const alarms = list.rows ?? []
  const wide = useWide()
  const picks = usePicks(list)
  const choosing = wide ? picks.on : chosen.chosen !== null
  const counts = list.pages?.[0]?.counts
  const shown = search.status ?? 'open'
  return (
    <>
      <div className={styles.titleRow}>
        <h2 className={styles.title}>
          {t('title')}
          <small>{t(`list.${shown}`)}</small>
        </h2>
        <span className={styles.tools}>
          <TableSwitch of={table} />
          {chosen.mayChoose && alarms.length > 0 && (
            <IconButton
              label={choosing ? t('stop') : t('select')}
              aria-pressed={choosing}
              data-key="x"
              onClick={wide ? picks.begin : chosen.begin}
            >
              <ListChecks size={20} aria-hidden />
            </IconButton>
          )}
          <IconButton label={t('filter')} onClick={onFilter}>
            <SlidersHorizontal size={20} aria-hidden />
          </IconButton>
        </span>
      </div>
      {counts && (
        <Chips
          label={t('levels')}
          value={search.level ?? 'all'}
          onChange={(value) => change({ level: value === 'all' ? undefined : value })}
          options={[
            {
              value: 'all' as const,
              label: t('list.all'),
              count: format.number(
                alarmLevels.reduce((sum, level) => sum + counted(counts, search.status, level), 0),
              ),
            },
            ...alarmLevels
              .filter((level) => level === search.level || counted(counts, search.status, level) > 0)
              .map((value) => ({
                value,
                label: level(value),
                count: format.number(counted(counts, search.status, value)),
              })),
          ]}
        />
      )}
      <OfStation stationId={search.stationId} onClear={() => change({ stationId: undefined })} />
      {table.on && alarms.length > 0 ? (
        <AlarmTable
          table={table}
          list={list}
          listKey={`alarms ${JSON.stringify(search)}`}
          pickOf={picks.of}
        />
      ) : (
        <PagedList
          list={list}
          inline
          card
          more={t('more')}
          empty={
            search.search || search.kind || search.days || search.level ? (
              <NoMatch
                title={t('noneFound')}
                text={t('noneFoundText')}
                reset={t('showAll')}
                onReset={() => change({ ...nothingNarrowed, level: undefined, search: undefined })}
              />
            ) : (
              <Card>
                <EmptyState
                  inline
                  icon={<BellOff size={26} aria-hidden />}
                  title={t('none')}
                  text={t('noneText')}
                />
              </Card>
            )
          }
        >
          {(rows) => (
            <ul className={styles.list} aria-label={t('title')}>
              <Windowed items={rows} as="li" rowHeight={92} name={`alarms ${JSON.stringify(search)}`}>
                {(piece) =>
                  piece.map((alarm) => (
                    <AlarmRow
                      key={alarm.id}
                      alarm={alarm}
                      ofOneStatus={search.status !== undefined && search.status !== 'all'}
                      {...(wide ? { pick: picks.of(alarm) } : { choosing: chosen.choosing(alarm) })}
                    />
                  ))
                }
              </Windowed>
            </ul>
          )}
        </PagedList>
      )}
      {!wide && chosen.chosen && <LazyChosenBar of={chosen} />}
      {wide && picks.on && <LazyAlarmsBar alarms={picks.chosen} onAll={picks.takeAll} onEnd={picks.end} />}
    </>
  )
}
