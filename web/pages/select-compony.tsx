import { useTranslations } from 'use-intl'
import type { Answer } from '../app/data/call-types.ts'
import { usePages } from '../app/lists/use-pages.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { Dotted } from '../kit/dotted.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import type { PickItem } from '../parts/pickers/pick-list.tsx'
import { PickerPage } from '../parts/pickers/picker-page.tsx'
import { useTyped } from '../parts/pickers/use-typed.ts'

type Company = Answer<'GET /api/companies'>['companies'][number]

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
  const itemOf = ({ id, name, stations, people }: Company): PickItem => ({
    id,
    name,
    hint: <Dotted parts={[t('ofStations', { count: stations }), t('ofPeople', { count: people })]} />,
  })
  return (
    <PickerPage
      title={t(many ? 'companies' : 'company')}
      askId={ask}
      many={many}
      offered={{ ...found, rows: found.rows?.map(itemOf) }}
      search={typed}
      searchLabel={t('searchCompany')}
      onSearch={type}
      empty={<EmptyState title={t('noCompany')} />}
      open={null}
      back={pathTo('mine-page')}
    />
  )
}
