import { Plus, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Allowed, useAllowed } from '../accounts/allowed.tsx'
import { pathTo } from '../paths.ts'
import { setPageSearch, usePageSearch } from '../shell/page-search.ts'
import { navigate } from '../shell/navigate.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { IconButton, Page } from '../ui/page.tsx'
import { ConditionChips } from './condition-chips.tsx'
import { filtersInUse, noFilters, type ListSearch } from './list-filter.ts'
import { ListLine, ListTools } from './list-tools.tsx'
import { StationList } from './station-list.tsx'
import { useStations } from './station-queries.ts'
import { ListSkeleton } from './station-skeleton.tsx'
import styles from './station-list.module.css'

const typingMs = 300
const route = 'station-list'

export function StationListPage() {
  const t = useTranslations('stations')
  const search = usePageSearch(route)
  const { list, readAnew } = useStations(search)
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

  const pages = list.data?.pages
  const [first] = pages ?? []
  const newest = pages?.at(-1) ?? first
  const narrowed = filtersInUse(search) > 0 || search.search !== undefined
  return (
    <Page
      title={t('title')}
      back={pathTo('home')}
      onRefresh={readAnew}
      actions={
        <Allowed permission="station:station:create">
          <IconButton label={t('add')} onClick={() => navigate.push(pathTo('create-or-edit-station'))}>
            <Plus size={24} aria-hidden />
          </IconButton>
        </Allowed>
      }
    >
      <ListTools typed={typed} onType={setTyped} present={search} onFilter={change} />
      {pages && first && newest ? (
        <>
          {(narrowed || newest.total > 0) && (
            <>
              <ConditionChips
                counts={first.conditions}
                value={search.condition}
                onChange={(condition) => change({ condition })}
              />
              <ListLine total={newest.total} sort={search.sort} onSort={(sort) => change({ sort })} />
            </>
          )}
          <div className={list.isPlaceholderData ? styles.changing : undefined}>
            {newest.total > 0 ? (
              <StationList
                stations={pages.flatMap((page) => page.stations)}
                listKey={JSON.stringify(search)}
                total={newest.total}
                more={{
                  has: list.hasNextPage && !list.isPlaceholderData,
                  loading: list.isFetching,
                  failed: list.isFetchNextPageError,
                  load: () => void list.fetchNextPage({ cancelRefetch: false }),
                }}
              />
            ) : (
              <Nothing narrowed={narrowed} onClear={clear} />
            )}
          </div>
        </>
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Page>
  )
}

/** Nothing fits, or there is nothing at all: each with its way out. */
function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const t = useTranslations('stations')
  const creates = useAllowed('station:station:create')
  if (narrowed)
    return (
      <EmptyState
        icon={<SearchX size={26} aria-hidden />}
        title={t('noneTitle')}
        text={t('noneText')}
        action={
          <Button kind="soft" onClick={onClear}>
            {t('clearFilters')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={t('emptyTitle')}
      text={creates ? t('emptyCreate') : t('emptyWait')}
      action={creates && <ButtonLink to={pathTo('create-or-edit-station')}>{t('add')}</ButtonLink>}
    />
  )
}
