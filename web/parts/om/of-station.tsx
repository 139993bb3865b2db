import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { classes } from '../../kit/classes.ts'
import chips from '../../kit/chips.module.css'

type OfStationProps = {
  stationId: string | undefined
  onClear: () => void
  /** What else it is narrowed by. */
  children?: readonly ReactNode[]
}

/** Of which station alone something is listed, and what else narrows it; a press lists all again. */
export function OfStation({ stationId, onClear, children = [] }: OfStationProps) {
  if (stationId === undefined && children.length === 0) return null
  return (
    <div className={classes(chips.row, chips.wrap)}>
      {stationId !== undefined && <OnlyStation stationId={stationId} onClear={onClear} />}
      {children}
    </div>
  )
}

function OnlyStation({ stationId, onClear }: { stationId: string; onClear: () => void }) {
  const t = useTranslations('orders')
  const { data } = useData('GET /api/stations/{stationId}', { params: { stationId } })
  return <OnlyChip label={t('onlyOf', { station: data?.station.name ?? '…' })} onClear={onClear} />
}

/** What alone is listed; a press takes it away. */
export function OnlyChip({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <button type="button" className={classes(chips.chip, chips.chosen)} onClick={onClear}>
      {label}
      <X size={14} strokeWidth={2.4} aria-hidden />
    </button>
  )
}
