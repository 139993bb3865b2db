import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../app/data/call.ts'
import { dataKey } from '../app/data/query.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { PickerPage } from '../parts/pickers/picker-page.tsx'
import { useTyped } from '../parts/pickers/use-typed.ts'

const pageSize = 50

const useCompanies = (search: string) => {
  const query = { limit: pageSize, ...(search && { search }) }
  return useInfiniteQuery({
    queryKey: dataKey('GET /api/companies', { query }),
    queryFn: async ({ pageParam, signal }) =>
      call('GET /api/companies', {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  })
}

/** A company among those that this person may see. The route keeps its spelling. */
export function SelectComponyPage() {
  const t = useTranslations('pickers')
  const { ask, many = false } = usePageSearch('select-compony')
  const { typed, search, type } = useTyped()
  const found = useCompanies(search)
  const items = found.data?.pages.flatMap((page) => page.companies.map(({ id, name }) => ({ id, name })))
  return (
    <PickerPage
      title={t(many ? 'companies' : 'company')}
      askId={ask}
      many={many}
      offered={{
        items,
        error: found.error,
        refetch: found.refetch,
        more: found.hasNextPage
          ? { busy: found.isFetchingNextPage, load: () => void found.fetchNextPage() }
          : null,
      }}
      search={typed}
      searchLabel={t('searchCompany')}
      onSearch={type}
      empty={<EmptyState title={t('noCompany')} />}
      open={null}
      back={pathTo('mine-page')}
    />
  )
}
