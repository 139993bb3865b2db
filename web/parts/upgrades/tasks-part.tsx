import { HardDriveDownload, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PageSearch } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { useTyped } from '../pickers/use-typed.ts'
import { setPageSearch } from '../../app/shell/page-search.ts'
import { classes } from '../../kit/classes.ts'
import chips from '../../kit/chips.module.css'
import { Chips } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { TaskRow } from './task-row.tsx'
import { useTasks } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import { Windowed } from '../../kit/windowed.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'

const shows = ['all', 'open', 'ended'] as const

/** Upgrades of gateways, newest first: those under way, and below them those that have ended. */
export function TasksPart({ search }: { search: PageSearch<'device-upgrade'> }) {
  const t = useTranslations('upgrades')
  const format = useFormat()
  const { typed, search: wanted, type } = useTyped()
  const show = search.show ?? 'all'
  const asked = {
    ...(wanted && { search: wanted }),
    ...(search.gatewayId !== undefined && { gatewayId: search.gatewayId }),
  }
  const lists = {
    open: useTasks({ ...asked, status: 'open' }, show !== 'ended'),
    ended: useTasks({ ...asked, status: 'ended' }, show !== 'open'),
  }
  const counts = (show === 'ended' ? lists.ended : lists.open).pages?.[0]?.counts
  const count = counts && { ...counts, all: counts.open + counts.ended }
  // Of two lists the first alone says that it is waited for, or why it did not come.
  const shown = show !== 'all' ? [show] : lists.open.rows ? (['open', 'ended'] as const) : ['open' as const]
  return (
    <>
      <SearchBox value={typed} onChange={type} label={t('list.search')} />
      <Chips
        label={t('list.show')}
        options={shows.map((value) => ({
          value,
          label: t(`list.${value}`),
          ...(count && { count: format.number(count[value]) }),
        }))}
        value={show}
        onChange={(next) =>
          setPageSearch('device-upgrade', search, { show: next === 'all' ? undefined : next })
        }
      />
      {search.gatewayId !== undefined && (
        <div className={classes(chips.row, chips.wrap)}>
          <button
            type="button"
            className={classes(chips.chip, chips.chosen)}
            onClick={() => setPageSearch('device-upgrade', search, { gatewayId: undefined })}
          >
            {t('list.ofGateway')}
            <X size={14} strokeWidth={2.4} aria-hidden />
            <span className="sr-only">{t('list.showAll')}</span>
          </button>
        </div>
      )}
      {shown.map((kind) => (
        <PagedList
          key={kind}
          list={lists[kind]}
          lines={5}
          card
          {...(show === 'all' && { title: t(`list.${kind}`) })}
          more={t('more')}
          empty={
            // Of two lists the first says that there is nothing, where there is nothing in either.
            (show !== 'all' || (kind === 'open' && count?.all === 0)) && (
              <EmptyState
                icon={<HardDriveDownload size={26} aria-hidden />}
                title={wanted ? t('list.noneFound', { text: wanted }) : t(`list.none.${show}`)}
                {...(!wanted && { text: t('list.noneText') })}
              />
            )
          }
        >
          {(tasks) => (
            <ul className={rows.list} aria-label={t(kind === 'open' ? 'list.label' : 'list.ended')}>
              <Windowed items={tasks} as="li" rowHeight={96}>
                {(piece) => piece.map((task) => <TaskRow key={task.id} task={task} />)}
              </Windowed>
            </ul>
          )}
        </PagedList>
      ))}
    </>
  )
}
