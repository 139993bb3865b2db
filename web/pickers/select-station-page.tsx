import { useTranslations } from 'use-intl'
import { useAllowed } from '../accounts/allowed.tsx'
import { pathTo } from '../paths.ts'
import { inParts } from '../phrases/in-parts.ts'
import { useFormat } from '../phrases/use-format.ts'
import { usePageSearch } from '../shell/page-search.ts'
import { capacityText } from '../stations/capacity-text.ts'
import { noFilters } from '../stations/list-filter.ts'
import { placeText } from '../stations/place.ts'
import { useStations } from '../stations/station-queries.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import { PickerPage } from './picker-page.tsx'
import { useTyped } from './use-typed.ts'

/** A station for the page that asked; for a tool: which of them it is opened for. */
export function SelectStationPage() {
  const t = useTranslations('pickers')
  const format = useFormat()
  const { ask, many = false, open = 'station-detail' } = usePageSearch('select-station')
  const { typed, search, type } = useTyped()
  const mayCreate = useAllowed('station:station:create')
  const { list } = useStations({ ...noFilters, sort: 'name', ...(search && { search }) })
  const items = list.data?.pages.flatMap((page) =>
    page.stations.map((one) => ({
      id: one.id,
      name: one.name,
      hint: inParts([
        one.code,
        placeText(format.language, one),
        capacityText(format, one).replaceAll(' ', '\u00a0'),
      ]),
      value: <StatusPill status={one.condition} />,
    })),
  )
  return (
    <PickerPage
      title={t(many ? 'stations' : 'station')}
      askId={ask}
      many={many}
      offered={{
        items,
        error: list.error,
        refetch: list.refetch,
        more: list.hasNextPage
          ? { busy: list.isFetchingNextPage, load: () => void list.fetchNextPage() }
          : null,
      }}
      search={typed}
      searchLabel={t('searchStation')}
      onSearch={type}
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
