import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../data/query.ts'
import { useFormat } from '../phrases/use-format.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Row, Rows } from '../ui/row.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { SkeletonCard } from '../ui/skeleton.tsx'
import { StatusPill } from '../ui/status-pill.tsx'
import styles from './service.module.css'

type StationSheetProps = { open: boolean; onClose: () => void; onChoose: (stationId: string) => void }

const shownAtMost = 30
const typingMs = 250

/** One station out of however many, found by the server. */
export function StationSheet({ open, onClose, onChoose }: StationSheetProps) {
  const t = useTranslations('service')
  return (
    <Sheet open={open} onClose={onClose} title={t('forWhich')} size="full">
      <Stations onChoose={onChoose} />
    </Sheet>
  )
}

function Stations({ onChoose }: Pick<StationSheetProps, 'onChoose'>) {
  const t = useTranslations('service')
  const ui = useTranslations('ui')
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(typed.trim()), typingMs)
    return () => window.clearTimeout(timer)
  }, [typed])
  const found = useData(
    'GET /api/stations',
    { query: { sort: 'name', limit: shownAtMost, ...(search && { search }) } },
    { keep: true },
  )
  const { data } = found
  return (
    <>
      <div className={styles.search}>
        <SearchBox value={typed} onChange={setTyped} label={t('searchStation')} />
      </div>
      {!data &&
        (found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} inline />
        ) : (
          <SkeletonCard kind="rows" rows={6} />
        ))}
      {data && data.total === 0 && (
        <EmptyState inline title={search ? ui('nothingFound', { text: search }) : t('noStation')} />
      )}
      {data && (
        <Rows>
          {data.stations.map(({ id, name, code, condition, capacityW }) => (
            <Row
              key={id}
              label={name}
              hint={`${code} · ${format.text('power', capacityW)}`}
              value={<StatusPill status={condition} />}
              onPress={() => onChoose(id)}
            />
          ))}
        </Rows>
      )}
      {data && data.total > data.stations.length && (
        <p className={styles.rest}>
          {t('firstFew', { shown: String(data.stations.length), total: String(data.total) })}
        </p>
      )}
    </>
  )
}
