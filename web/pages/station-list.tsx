import { List, ListChecks, Map as MapIcon, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../app/session/allowed.tsx'
import { pathTo } from '../paths.ts'
import { words } from '../app/phrases/catalogues.ts'
import { type Pick, usePicks } from '../app/lists/picks.ts'
import { useWide } from '../app/shell/width.ts'
import { useData } from '../app/data/query.ts'
import { setPageSearch, usePageSearch } from '../app/shell/page-search.ts'
import { navigate } from '../kit/navigation/navigate.ts'
import { ButtonLink } from '../kit/button.tsx'
import { classes } from '../kit/classes.ts'
import { OnlyChip } from '../parts/om/of-station.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { NoMatch } from '../kit/no-match.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { IconButton, Page } from '../kit/page.tsx'
import { ConditionChips } from '../parts/stations/condition-chips.tsx'
import { filtersInUse, noFilters, type ListSearch } from '../parts/stations/list-filter.ts'
import { ListLine, ListTools } from '../parts/stations/list-tools.tsx'
import { StationList } from '../parts/stations/station-list.tsx'
import { type StationCardData, useStations } from '../parts/stations/station-queries.ts'
import { ListSkeleton, MapSkeleton } from '../parts/stations/station-skeleton.tsx'
import chips from '../kit/chips.module.css'
import styles from '../parts/stations/station-list.module.css'
import { LazyStationsBar } from '../parts/bulk/lazy-bars.ts'
import { FavouritesToggle } from '../parts/favourites/favourites-toggle.tsx'
import { HelpButton } from '../parts/help/help-button.tsx'
import { Waiting } from '../app/failure/waiting.tsx'
import { TableSwitch } from '../app/lists/table-switch.tsx'
import { sortOf, type Table, useTable } from '../app/lists/use-table.ts'
import { stationSorts } from '#domain/stations/station-kinds.ts'

const typingMs = 300
const route = 'station-list'

/** The map and its words come when it is asked for. */
const MapBody = lazyPart(
  async () => {
    const [file] = await Promise.all([import('../parts/stations/map/map-body.tsx'), words.need('map')])
    return file.MapBody
  },
  <MapSkeleton />,
)

/** The table is for wide screens alone. */
const StationTable = lazyPart(
  async () => (await import('../parts/stations/station-table.tsx')).StationTable,
  <ListSkeleton />,
)

export function StationListPage() {
  const t = useTranslations('stations')
  const search = usePageSearch(route)
  const [typed, setTyped] = useState(search.search ?? '')
  const change = (by: Partial<ListSearch>): void => setPageSearch(route, search, by)
  const clear = (): void => {
    setTyped('')
    change(noFilters)
  }
  useEffect(() => {
    const wanted = typed.trim() || undefined
    if (wanted === search.search) return undefined
    const timer = window.setTimeout(() => setPageSearch(route, search, { search: wanted }), typingMs)
    return () => window.clearTimeout(timer)
  }, [typed, search])
  const onMap = search.view === 'map'
  const table = useTable('stations')
  const list = useStations(table.on ? { ...search, ...tableSort(table) } : search, !onMap)
  const picks = usePicks(list)
  const picking = useWide() && !onMap && search.deleted !== true
  return (
    <Page
      title={t('title')}
      back={pathTo('home')}
      spread
      whole
      {...(!onMap && { onRefresh: list.readAnew })}
      actions={
        <>
          {!onMap && <TableSwitch of={table} />}
          <IconButton
            label={onMap ? t('asList') : t('asMap')}
            onClick={() => change({ view: onMap ? undefined : 'map' })}
          >
            {onMap ? <List size={23} aria-hidden /> : <MapIcon size={22} aria-hidden />}
          </IconButton>
          <Allowed permission="station:station:create">
            <IconButton label={t('add')} onClick={() => navigate.push(pathTo('create-or-edit-station'))}>
              <Plus size={24} aria-hidden />
            </IconButton>
          </Allowed>
          <HelpButton of="states" />
        </>
      }
    >
      <ListTools typed={typed} onType={setTyped} present={search} onFilter={change}>
        {picking && (list.rows?.length ?? 0) > 0 && (
          <button
            type="button"
            className={styles.filter}
            aria-label={t(picks.on ? 'stop' : 'select')}
            aria-pressed={picks.on}
            data-key="x"
            onClick={picks.begin}
          >
            <ListChecks size={20} aria-hidden />
          </button>
        )}
      </ListTools>
      {search.companyId !== undefined && (
        <OnlyCompany companyId={search.companyId} onClear={() => change({ companyId: undefined })} />
      )}
      {onMap ? (
        <MapBody search={search} change={change} nothing={<Nothing narrowed onClear={clear} />} />
      ) : (
        <ListBody
          list={list}
          table={table}
          search={search}
          change={change}
          onClear={clear}
          pickOf={picking ? picks.of : undefined}
        />
      )}
      {picking && picks.on && (
        <LazyStationsBar stations={picks.chosen} onAll={picks.takeAll} onEnd={picks.end} />
      )}
    </Page>
  )
}

/** Whose stations alone are listed; a press lists all again. */
function OnlyCompany({ companyId, onClear }: { companyId: string; onClear: () => void }) {
  const t = useTranslations('stations')
  // As many as one answer tells.
  const { data } = useData('GET /api/companies', { query: { limit: 100 } })
  const company = data?.companies.find(({ id }) => id === companyId)?.name ?? '…'
  return (
    <div className={classes(chips.row, chips.wrap)}>
      <OnlyChip label={t('onlyOf', { company })} onClear={onClear} />
    </div>
  )
}

/** Of a table the order is its own, and not that of the list. */
const tableSort = (table: Table) => {
  const { sort, order } = sortOf(table, stationSorts)
  return { sort, ...(order !== undefined && { order }) }
}

type ListBodyProps = {
  table: Table
  list: ReturnType<typeof useStations>
  search: ListSearch
  change: (by: Partial<ListSearch>) => void
  onClear: () => void
  pickOf: ((station: StationCardData) => Pick | undefined) | undefined
}

function ListBody({ list, table, search, change, onClear, pickOf }: ListBodyProps) {
  const { pages, rows, query } = list
  const [first] = pages ?? []
  const newest = pages?.at(-1) ?? first
  const narrowed =
    filtersInUse(search) > 0 ||
    search.search !== undefined ||
    search.companyId !== undefined ||
    search.favourite === true
  if (!rows || !first || !newest)
    return (
      <Waiting of={list}>
        <ListSkeleton />
      </Waiting>
    )
  const favourites = (
    <FavouritesToggle
      on={search.favourite === true}
      onChange={(on) => change({ favourite: on || undefined })}
    />
  )
  return (
    <>
      {(narrowed || newest.total > 0) && (
        <>
          <ConditionChips
            counts={first.conditions}
            value={search.condition}
            onChange={(condition) => change({ condition })}
          />
          {!table.on && (
            <ListLine total={newest.total} sort={search.sort} onSort={(sort) => change({ sort })}>
              {favourites}
            </ListLine>
          )}
        </>
      )}
      {table.on && (narrowed || newest.total > 0) && (
        <StationTable
          table={table}
          list={list}
          listKey={`table ${JSON.stringify(search)}`}
          total={newest.total}
          pickOf={pickOf}
        >
          {favourites}
        </StationTable>
      )}
      <div className={query.isPlaceholderData ? styles.changing : undefined}>
        {newest.total > 0 && table.on ? null : newest.total > 0 ? (
          <StationList
            stations={rows}
            listKey={JSON.stringify(search)}
            total={newest.total}
            pickOf={pickOf}
            more={{
              has: query.hasNextPage && !query.isPlaceholderData,
              loading: query.isFetching,
              failed: query.isFetchNextPageError,
              load: () => void query.fetchNextPage({ cancelRefetch: false }),
            }}
          />
        ) : (
          <Nothing narrowed={narrowed} onClear={onClear} />
        )}
      </div>
    </>
  )
}

/** Nothing fits, or there is nothing at all: each with its way out. */
function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const t = useTranslations('stations')
  const creates = useAllowed('station:station:create')
  if (narrowed)
    return <NoMatch title={t('noneTitle')} text={t('noneText')} reset={t('clearFilters')} onReset={onClear} />
  return (
    <EmptyState
      title={t('emptyTitle')}
      text={creates ? t('emptyCreate') : t('emptyWait')}
      action={creates && <ButtonLink to={pathTo('create-or-edit-station')}>{t('add')}</ButtonLink>}
    />
  )
}
