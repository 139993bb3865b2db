import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PickList } from '../pickers/pick-list.tsx'
import { useTyped } from '../pickers/use-typed.ts'
import { noFilters } from '../stations/list-filter.ts'
import { useStations, type StationCardData } from '../stations/station-queries.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { PickerField } from '../../kit/picker-field.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { PagedList } from '../../app/lists/paged-list.tsx'

export type Station = Pick<StationCardData, 'id' | 'name' | 'timeZone'>
type Choice = { value: Station; onChange: (station: Station) => void }

/** At which of all stations that one sees a rule of the company is rehearsed. */
export function RehearsalStation({ value, onChange }: Choice) {
  const t = useTranslations('alarms')
  const [open, setOpen] = useState(false)
  return (
    <>
      <PickerField label={t('rehearseAt')} text={value.name} opensSheet onPress={() => setOpen(true)} />
      {open && (
        <Sheet open title={t('rehearseAt')} onClose={() => setOpen(false)} size="full">
          <Stations
            value={value}
            onChange={(station) => {
              onChange(station)
              setOpen(false)
            }}
          />
        </Sheet>
      )}
    </>
  )
}

function Stations({ value, onChange }: Choice) {
  const t = useTranslations('alarms')
  const ui = useTranslations('ui')
  const { typed, search, type } = useTyped()
  const found = useStations({ ...noFilters, sort: 'name', search })
  return (
    <>
      <SearchBox value={typed} onChange={type} />
      <PagedList
        list={found}
        inline
        empty={search && <EmptyState inline title={ui('nothingFound', { text: search })} />}
        more={ui('more')}
      >
        {(stations) => (
          <PickList
            label={t('rehearseAt')}
            items={stations.map(({ id, name, code }) => ({ id, name, hint: code }))}
            many={false}
            chosen={[value]}
            onChoose={([picked]) => {
              const station = stations.find(({ id }) => id === picked?.id)
              if (station) onChange(station)
            }}
          />
        )}
      </PagedList>
    </>
  )
}
