import { HardDriveDownload } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { usePane } from '../../kit/navigation/pane.ts'
import { pathTo, type PageSearch } from '../../paths.ts'
import { useTyped } from '../pickers/use-typed.ts'
import { setPageSearch } from '../../app/shell/page-search.ts'
import { Card } from '../../kit/card.tsx'
import { Chips } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { TaskRow } from './task-row.tsx'
import { useTasks } from './upgrade-queries.ts'
import styles from './upgrades.module.css'
import { Windowed } from '../../kit/windowed.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'

const shows = ['open', 'ended', 'all'] as const

/** Upgrades of gateways, newest first: those under way, those that have ended. */
export function TasksPart({ search }: { search: PageSearch<'device-upgrade'> }) {
  const t = useTranslations('upgrades')
  const pane = usePane()
  const { typed, search: wanted, type } = useTyped()
  const asked = (show: (typeof shows)[number]) => ({
    ...(show !== 'all' && { status: show }),
    ...(wanted && { search: wanted }),
    ...(search.gatewayId !== undefined && { gatewayId: search.gatewayId }),
  })
  const first = useTasks(asked(search.show ?? 'open'))
  // Where nothing else was chosen the list holds what stands beside it.
  const lacks =
    search.show === undefined &&
    pane?.side === true &&
    first.rows?.some(({ id }) => pane.chosen(pathTo('upgrade-gateway-detail', { taskId: id }))) === false
  const show = lacks ? 'all' : (search.show ?? 'open')
  const list = useTasks(asked(show))
  return (
    <>
      <SearchBox value={typed} onChange={type} label={t('list.search')} />
      <Chips
        label={t('list.show')}
        options={shows.map((value) => ({ value, label: t(`list.${value}`) }))}
        value={show}
        onChange={(next) =>
          setPageSearch('device-upgrade', search, { show: next === 'open' ? undefined : next })
        }
      />
      {search.gatewayId !== undefined && (
        <div className={styles.between}>
          {t('list.ofGateway')}
          <button
            type="button"
            className={styles.text}
            onClick={() => setPageSearch('device-upgrade', search, { gatewayId: undefined })}
          >
            {t('list.showAll')}
          </button>
        </div>
      )}
      <PagedList
        list={list}
        lines={5}
        card
        more={t('more')}
        empty={
          <EmptyState
            icon={<HardDriveDownload size={26} aria-hidden />}
            title={wanted ? t('list.noneFound', { text: wanted }) : t(`list.none.${show}`)}
            {...(!wanted && { text: t('list.noneText') })}
          />
        }
      >
        {(tasks) => (
          <ul className={styles.list} aria-label={t('list.label')}>
            <Windowed items={tasks} as="li" rowHeight={96}>
              {(piece) => piece.map((task) => <TaskRow key={task.id} task={task} />)}
            </Windowed>
          </ul>
        )}
      </PagedList>
      {show === 'open' && !wanted && list.rows && list.rows.length < FEW && (
        <Ended gatewayId={search.gatewayId} />
      )}
    </>
  )
}

/** Fewer than these leave room for what has ended. */
const FEW = 3
const endedShown = 5

/** What ended last, below what is under way. */
function Ended({ gatewayId }: { gatewayId: string | undefined }) {
  const t = useTranslations('upgrades')
  const { rows = [] } = useTasks({ status: 'ended', ...(gatewayId !== undefined && { gatewayId }) })
  if (rows.length === 0) return null
  return (
    <Card flush title={t('list.ended')}>
      <ul className={styles.list} aria-label={t('list.ended')}>
        {rows.slice(0, endedShown).map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </Card>
  )
}
