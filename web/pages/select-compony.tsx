import { Building2, List, Plus, UserRoundPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Answer } from '../app/data/call-types.ts'
import { Allowed } from '../app/session/allowed.tsx'
import { usePages } from '../app/lists/use-pages.ts'
import { pathTo } from '../paths.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { Card } from '../kit/card.tsx'
import { Row, Rows } from '../kit/row.tsx'
import { useFormat } from '../kit/words/use-format.ts'
import { Dotted } from '../kit/dotted.tsx'
import { lazyPart } from '../kit/lazy-part.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { words } from '../app/phrases/catalogues.ts'
import { EmptyState } from '../kit/empty-state.tsx'
import type { PickItem } from '../parts/pickers/pick-list.tsx'
import { PickerPage } from '../parts/pickers/picker-page.tsx'
import { useTyped } from '../parts/pickers/use-typed.ts'

type Company = Answer<'GET /api/companies'>['companies'][number]

const CompanyPreview = lazyPart(
  async () => {
    const [file] = await Promise.all([
      import('../parts/stations/company-preview.tsx'),
      words.need('stations'),
      words.need('map'),
    ])
    return file.CompanyPreview
  },
  () => <SkeletonCard />,
)

/** A company among those that this person may see. The route keeps its spelling. */
export function SelectComponyPage() {
  const t = useTranslations('pickers')
  const { ask, many = false } = usePageSearch('select-compony')
  const { typed, search, type } = useTyped()
  const format = useFormat()
  const found = usePages(
    'GET /api/companies',
    { query: { limit: 50, ...(search && { search }) } },
    (page) => page.companies,
  )
  const itemOf = ({ id, name, stations, people, createdAt }: Company): PickItem => ({
    id,
    name,
    icon: <Building2 size={20} aria-hidden />,
    hint: (
      <Dotted
        parts={[
          t('ofStations', { count: stations }),
          t('ofPeople', { count: people }),
          t('sinceDay', { day: format.day(new Date(createdAt).toISOString().slice(0, 10)) }),
        ]}
      />
    ),
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
      renderPreview={(id) => {
        const company = found.rows?.find((one) => one.id === id)
        return company && <CompanyPreview key={id} {...company} />
      }}
      empty={<EmptyState icon={<Building2 size={26} aria-hidden />} title={t('noCompany')} />}
      open={(id) => pathTo('station-list', { companyId: id })}
      back={pathTo('mine-page')}
      // It stands below a list whose length is not known before.
      below={
        found.rows && (
          <Card flush>
            <Rows>
              <Allowed permission="company:company:create">
                <Row
                  icon={<Plus size={20} aria-hidden />}
                  label={t('addCompany')}
                  to={pathTo('mine-page', { open: 'companies' })}
                />
              </Allowed>
              <Allowed permission="company:people:manage">
                <Row
                  icon={<UserRoundPlus size={20} aria-hidden />}
                  label={t('people')}
                  hint={t('peopleText')}
                  to={pathTo('mine-page', { open: 'people' })}
                />
              </Allowed>
              <Row
                icon={<List size={20} aria-hidden />}
                label={t('allStations')}
                to={pathTo('station-list')}
              />
            </Rows>
          </Card>
        )
      }
    />
  )
}
