import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import styles from './om.module.css'

type OfStationProps = {
  /** Nothing is shown without one. */
  stationId: string | undefined
  onClear: () => void
}

/** Of which station alone something is listed; a press lists all again. */
export function OfStation({ stationId, onClear }: OfStationProps) {
  return stationId === undefined ? null : <Only stationId={stationId} onClear={onClear} />
}

function Only({ stationId, onClear }: { stationId: string; onClear: () => void }) {
  const t = useTranslations('orders')
  const { data } = useData('GET /api/stations/{stationId}', { params: { stationId } })
  return (
    <div>
      <button type="button" className={styles.only} onClick={onClear}>
        {t('onlyOf', { station: data?.station.name ?? '…' })}
        <X size={14} strokeWidth={2.4} aria-hidden />
      </button>
    </div>
  )
}
