import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../../../app/data/call.ts'
import { dataKey } from '../../../../app/data/query.ts'
import { useTyped } from '../../../pickers/use-typed.ts'
import { Button } from '../../../../kit/button.tsx'
import { EmptyState } from '../../../../kit/empty-state.tsx'
import { ErrorState } from '../../../../app/failure/error-state.tsx'
import { Row, Rows } from '../../../../kit/row.tsx'
import { SearchBox } from '../../../../kit/search-box.tsx'
import { Sheet } from '../../../../kit/sheet.tsx'
import { SkeletonCard } from '../../../../kit/skeleton.tsx'
import { Windowed } from '../../../../kit/windowed.tsx'

type Owner = { id: string; name: string }
const pageSize = 50

const useOwners = (search: string) => {
  const query = { role: 'owner' as const, limit: pageSize, ...(search && { search }) }
  return useInfiniteQuery({
    queryKey: dataKey('GET /api/accounts', { query }),
    queryFn: async ({ pageParam, signal }) =>
      call('GET /api/accounts', {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  })
}

/** One of the owners, or none. */
export function OwnerSheet({
  value,
  onChoose,
  onClose,
}: {
  value: string | null
  onChoose: (owner: Owner | null) => void
  onClose: () => void
}) {
  const t = useTranslations('editing')
  const ui = useTranslations('ui')
  const { typed, search, type } = useTyped()
  const found = useOwners(search)
  const owners = found.data?.pages.flatMap((page) => page.accounts)
  return (
    <Sheet open onClose={onClose} title={t('ownerAccountId')} size="full">
      <SearchBox value={typed} onChange={type} label={t('searchPerson')} />
      {!owners &&
        (found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} inline />
        ) : (
          <SkeletonCard kind="rows" rows={5} />
        ))}
      {owners && (
        <Rows>
          {value !== null && <Row label={t('noOwnerAccount')} onPress={() => onChoose(null)} />}
          <Windowed items={owners} as="div" rowHeight={60}>
            {(piece) =>
              piece.map(({ id, name, account, disabledAt }) => (
                <Row
                  key={id}
                  label={name}
                  hint={account}
                  {...(disabledAt === null && { onPress: () => onChoose({ id, name }) })}
                />
              ))
            }
          </Windowed>
        </Rows>
      )}
      {owners?.length === 0 && (
        <EmptyState inline title={search ? ui('nothingFound', { text: search }) : t('noOwners')} />
      )}
      {found.hasNextPage && (
        <Button kind="soft" wide busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {ui('more')}
        </Button>
      )}
    </Sheet>
  )
}
