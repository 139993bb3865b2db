import { useTranslations } from 'use-intl'
import { useAllowed } from '../app/session/allowed.tsx'
import { pathTo } from '../paths.ts'
import { Dotted } from '../kit/dotted.tsx'
import { useFormat } from '../kit/words/use-format.ts'
import { usePageSearch } from '../app/shell/page-search.ts'
import { noFilters } from '../parts/stations/list-filter.ts'
import { countryName } from '../parts/stations/place.ts'
import { useStations } from '../parts/stations/station-queries.ts'
import { lazyPart } from '../kit/lazy-part.tsx'
import { SkeletonCard } from '../kit/skeleton.tsx'
import { ButtonLink } from '../kit/button.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { StatusPill } from '../parts/states/status-pill.tsx'
import { PickerPage } from '../parts/pickers/picker-page.tsx'
import { useTyped } from '../parts/pickers/use-typed.ts'

const StationPreview = lazyPart(
  async () => (await import('../parts/stations/station-preview.tsx')).StationPreview,
  () => <SkeletonCard />,
)

/** A station for the page that asked; for a tool: which of them it is opened for. */
export function SelectStationPage() {
  const t = useTranslations('pickers')
  const format = useFormat()
  const { ask, many = false, open = 'station-detail' } = usePageSearch('select-station')
  const { typed, search, type } = useTyped()
  const mayCreate = useAllowed('station:station:create')
  const list = useStations({ ...noFilters, sort: 'name', ...(search && { search }) })
  const rows = list.rows?.map((one) => ({
    id: one.id,
    name: one.name,
    hint: (
      <Dotted
        parts={[
          search !== '' && one.code,
          one.country && countryName(format.language, one.country),
          format.text('power', one.capacityW),
        ]}
      />
    ),
    value: <StatusPill status={one.condition} />,
  }))
  return (
    <PickerPage
      title={t(many ? 'stations' : 'station')}
      askId={ask}
      many={many}
      offered={{ ...list, rows }}
      search={typed}
      searchLabel={t('searchStation')}
      onSearch={type}
      renderPreview={(id) => {
        const station = list.rows?.find((one) => one.id === id)
        return station && <StationPreview station={station} />
      }}
      empty={
        <EmptyState
          title={t('noStation')}
          {...(mayCreate && {
            action: <ButtonLink to={pathTo('create-or-edit-station')}>{t('newStation')}</ButtonLink>,
          })}
        />
      }
      open={(stationId) => pathTo(open, { stationId })}
      back={pathTo(open === 'station-detail' ? 'station-list' : 'service-page')}
    />
  )
}
