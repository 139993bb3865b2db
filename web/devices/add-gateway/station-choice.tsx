import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../data/query.ts'
import { useFormat } from '../../phrases/use-format.ts'
import { capacityText } from '../../stations/capacity-text.ts'
import { noFilters } from '../../stations/list-filter.ts'
import { placeText } from '../../stations/place.ts'
import { useStations } from '../../stations/station-queries.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import field from '../../ui/field.module.css'
import styles from './adding.module.css'

const typingMs = 250

/** The station that a gateway is added to; searched for on the server, page by page. */
export function StationChoice({
  value,
  error,
  onChange,
}: {
  value: string | null
  error: string | undefined
  onChange: (stationId: string) => void
}) {
  const t = useTranslations('adding')
  const ui = useTranslations('ui')
  const [open, setOpen] = useState(false)
  const answer = useData(
    'GET /api/stations/{stationId}',
    { params: { stationId: value ?? '' } },
    { enabled: value !== null },
  )
  const name = value === null ? undefined : (answer.data?.station.name ?? (answer.error ? value : '…'))
  return (
    <>
      <Field
        label={t('station')}
        error={error}
        {...(answer.data && { help: `${answer.data.station.code} · ${answer.data.station.companyName}` })}
      >
        {(ids) => (
          <button
            type="button"
            {...ids}
            aria-haspopup="dialog"
            aria-label={`${t('station')}: ${name ?? ui('select')}`}
            className={field.picker}
            onClick={() => setOpen(true)}
          >
            <span className={name ? undefined : field.empty}>{name ?? ui('select')}</span>
            <ChevronRight size={18} className={field.chevron} aria-hidden />
          </button>
        )}
      </Field>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('station')} size="full">
        <Stations
          onChoose={(stationId) => {
            onChange(stationId)
            setOpen(false)
          }}
        />
      </Sheet>
    </>
  )
}

function Stations({ onChoose }: { onChoose: (stationId: string) => void }) {
  const t = useTranslations('adding')
  const ui = useTranslations('ui')
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(typed.trim()), typingMs)
    return () => window.clearTimeout(timer)
  }, [typed])
  const { list: found } = useStations({ ...noFilters, sort: 'name', ...(search && { search }) })
  const stations = found.data?.pages.flatMap((page) => page.stations)
  return (
    <>
      <div className={styles.search}>
        <SearchBox value={typed} onChange={setTyped} label={t('searchStation')} />
      </div>
      {!stations &&
        (found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} inline />
        ) : (
          <SkeletonCard kind="rows" rows={6} />
        ))}
      {stations?.length === 0 && (
        <EmptyState inline title={search ? ui('nothingFound', { text: search }) : t('noStation')} />
      )}
      {stations && stations.length > 0 && (
        <Rows>
          {stations.map((one) => (
            <Row
              key={one.id}
              label={one.name}
              hint={`${one.code} · ${placeText(format.language, one)} · ${capacityText(format, one)}`}
              onPress={() => onChoose(one.id)}
            />
          ))}
        </Rows>
      )}
      {found.hasNextPage && (
        <div className={styles.more}>
          <Button kind="soft" wide busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {ui('more')}
          </Button>
        </div>
      )}
    </>
  )
}
