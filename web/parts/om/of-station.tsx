import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { classes } from '../../kit/classes.ts'
import chips from '../../kit/chips.module.css'

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
    <div className={chips.wrap}>
      <button type="button" className={classes(chips.chip, chips.chosen)} onClick={onClear}>
        {t('onlyOf', { station: data?.station.name ?? '…' })}
        <X size={14} strokeWidth={2.4} aria-hidden />
      </button>
    </div>
  )
}
