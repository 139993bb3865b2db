import { useTranslations } from 'use-intl'
import { PagedList } from '../../../../app/lists/paged-list.tsx'
import { usePages } from '../../../../app/lists/use-pages.ts'
import { useTyped } from '../../../pickers/use-typed.ts'
import { EmptyState } from '../../../../kit/empty-state.tsx'
import { Row, Rows } from '../../../../kit/row.tsx'
import { SearchBox } from '../../../../kit/search-box.tsx'
import { Sheet } from '../../../../kit/sheet.tsx'
import { Windowed } from '../../../../kit/windowed.tsx'

type Owner = { id: string; name: string }

const useOwners = (search: string) =>
  usePages(
    'GET /api/accounts',
    { query: { role: 'owner', limit: 50, ...(search && { search }) } },
    (page) => page.accounts,
  )

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
  const none = value !== null && <Row label={t('noOwnerAccount')} onPress={() => onChoose(null)} />
  return (
    <Sheet open onClose={onClose} title={t('ownerAccountId')} size="full">
      <SearchBox value={typed} onChange={type} label={t('searchPerson')} />
      <PagedList
        list={found}
        lines={5}
        inline
        empty={
          <>
            <Rows>{none}</Rows>
            <EmptyState inline title={search ? ui('nothingFound', { text: search }) : t('noOwners')} />
          </>
        }
        more={ui('more')}
      >
        {(owners) => (
          <Rows>
            {none}
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
      </PagedList>
    </Sheet>
  )
}
