import { useTranslations } from 'use-intl'
import { usePages } from '../app/lists/use-pages.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import { PickerPage } from '../parts/pickers/picker-page.tsx'
import { useTyped } from '../parts/pickers/use-typed.ts'

/** A company among those that this person may see. The route keeps its spelling. */
export function SelectComponyPage() {
  const t = useTranslations('pickers')
  const { ask, many = false } = usePageSearch('select-compony')
  const { typed, search, type } = useTyped()
  const found = usePages(
    'GET /api/companies',
    { query: { limit: 50, ...(search && { search }) } },
    (page) => page.companies,
  )
  return (
    <PickerPage
      title={t(many ? 'companies' : 'company')}
      askId={ask}
      many={many}
      offered={{ ...found, rows: found.rows?.map(({ id, name }) => ({ id, name })) }}
      search={typed}
      searchLabel={t('searchCompany')}
      onSearch={type}
      empty={<EmptyState title={t('noCompany')} />}
      open={null}
      back={pathTo('mine-page')}
    />
  )
}
