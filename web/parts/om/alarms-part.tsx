import { BellOff, ListChecks, SlidersHorizontal } from 'lucide-react'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { AlarmRow } from '../alarms/alarm-row.tsx'
import { ClearSheet } from '../alarms/clear-sheet.tsx'
import { type Alarm, type Alarms, useAlarms } from '../alarms/use-alarms.ts'
import { pathTo, type PageSearch } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Chips } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { NoMatch } from '../../kit/no-match.tsx'
import { IconButton } from '../../kit/page.tsx'
import { toast } from '../../kit/toast.tsx'
import { AlarmFilterSheet, filtersSet } from './alarm-filter-sheet.tsx'
import { whyNotOrdered } from './why-not-ordered.ts'
import styles from '../alarms/alarms.module.css'
import { Windowed } from '../../kit/windowed.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'

type Search = PageSearch<'om-page'>
type Level = (typeof alarmLevels)[number]

/** How many of a level there are among those that the status lets through. */
const counted = (counts: Alarms['counts'], status: Search['status'], level: Level): number => {
  if (status === 'all') return counts.unsolved[level] + counts.processing[level] + counts.closed[level]
  return status ? counts[status][level] : counts.unsolved[level] + counts.processing[level]
}

type AlarmsPartProps = { search: Search; change: (to: Partial<Search>) => void }

/** The alarms of all stations, worst first: alarmLevels as chips, the rest in a sheet, several at once to be cleared. */
export function AlarmsPart({ search, change }: AlarmsPartProps) {
  const t = useTranslations('alarms')
  const level = useTranslations('level')
  const format = useFormat()
  const mayClear = useAllowed('om:alarm:clear')
  const mayOrder = useAllowed('om:order:create')
  const list = useAlarms(search)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Alarm> | null>(null)
  const [sheet, setSheet] = useState<'filter' | 'clear' | null>(null)
  // Those that are chosen stand at one station.
  const [one] = chosen?.values() ?? []
  const mayClearThese = useAllowed('om:alarm:clear', one?.station.id)
  const alarms = list.rows ?? []
  const counts = list.pages?.[0]?.counts
  const open = counts
    ? alarmLevels.reduce((sum, level) => sum + counted(counts, undefined, level), 0)
    : undefined
  const narrowed = filtersSet(search) > 0 || search.level !== undefined || Boolean(search.search)

  const toggle = (alarm: Alarm): void => {
    const next = new Map(chosen)
    const [other] = next.values()
    if (next.delete(alarm.id)) setChosen(next)
    else if (other && other.station.id !== alarm.station.id) toast(t('oneStation'), 'failed')
    else setChosen(next.set(alarm.id, alarm))
  }

  /** Says why not, in the specification's words; else the page where an order is made of them. */
  const makeOrder = (): void => {
    const all = [...(chosen?.values() ?? [])]
    const whyNot = whyNotOrdered(all)
    if (whyNot) toast(t(whyNot), 'failed')
    else navigate.push(pathTo('add-work-order', { alarms: all.map(({ id }) => id).join(',') }))
  }

  return (
    <>
      <div className={styles.titleRow}>
        <h2 className={styles.title}>
          {t('title')}
          {open !== undefined && <small>{t('open', { count: open })}</small>}
        </h2>
        <span className={styles.tools}>
          {(mayClear || mayOrder) && alarms.length > 0 && (
            <IconButton
              label={chosen ? t('stop') : t('select')}
              aria-pressed={chosen !== null}
              onClick={() => setChosen(chosen ? null : new Map())}
            >
              <ListChecks size={20} aria-hidden />
            </IconButton>
          )}
          <IconButton label={t('filter')} onClick={() => setSheet('filter')}>
            <SlidersHorizontal size={20} aria-hidden />
          </IconButton>
        </span>
      </div>
      {counts && (open !== 0 || narrowed) && (
        <Chips
          label={t('levels')}
          value={search.level ?? 'all'}
          onChange={(value) => change({ level: value === 'all' ? undefined : value })}
          options={[
            {
              value: 'all' as const,
              label: t(search.status === undefined ? 'all' : `list.${search.status}`),
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
              onReset={() =>
                change({
                  level: undefined,
                  status: undefined,
                  kind: undefined,
                  days: undefined,
                  search: undefined,
                })
              }
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
                    choosing={
                      chosen ? { chosen: chosen.has(alarm.id), onChange: () => toggle(alarm) } : undefined
                    }
                  />
                ))
              }
            </Windowed>
          </ul>
        )}
      </PagedList>
      {chosen && chosen.size > 0 && (
        <div className={styles.bar}>
          {mayClearThese && (
            <Button kind={mayOrder ? 'quiet' : 'primary'} onClick={() => setSheet('clear')}>
              {t('clearCount', { count: chosen.size })}
            </Button>
          )}
          {mayOrder && <Button onClick={makeOrder}>{t('makeOrder')}</Button>}
        </div>
      )}
      {sheet === 'filter' && (
        <AlarmFilterSheet
          present={search}
          onClose={() => setSheet(null)}
          onDone={(filters) => {
            setSheet(null)
            change(filters)
          }}
        />
      )}
      {sheet === 'clear' && chosen && (
        <ClearSheet
          ids={[...chosen.keys()]}
          closed={[...chosen.values()].filter(({ status }) => status === 'closed').length}
          onClose={() => setSheet(null)}
          onCleared={() => {
            setSheet(null)
            setChosen(null)
          }}
        />
      )}
    </>
  )
}
