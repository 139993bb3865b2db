import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './panel.module.css'

type StationPanelProps = {
  /** The station that is shown. */
  self: string
  chosen: readonly string[]
  /** How many more can be chosen. */
  room: number
  onChange: (ids: readonly string[]) => void
  onClose: () => void
}

/** Which stations stand beside the one that is shown. */
export function StationPanel({ self, chosen, room, onChange, onClose }: StationPanelProps) {
  const t = useTranslations('chart.full')
  const ui = useTranslations('ui')
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const { data } = useData(
    'GET /api/stations',
    { query: { limit: 50, sort: 'name', ...(wanted && { search: wanted }) } },
    { keep: true },
  )
  const found = data?.stations.filter(({ id }) => id !== self) ?? []
  return (
    <SidePanel
      title={t('stations')}
      note={room > 0 ? t('stationsLeft', { count: room }) : t('devicesFull')}
      onClose={onClose}
    >
      <SearchBox value={search} onChange={setSearch} label={t('searchStations')} />
      {data && found.length === 0 ? (
        <EmptyState inline title={wanted ? ui('nothingFound', { text: wanted }) : t('noOtherStations')} />
      ) : (
        <div className={styles.list}>
          {found.map(({ id, name, region }) => (
            <label key={id} className={styles.option}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={room === 0 && !chosen.includes(id)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
              <span>
                {name}
                <small>{region}</small>
              </span>
            </label>
          ))}
        </div>
      )}
    </SidePanel>
  )
}
