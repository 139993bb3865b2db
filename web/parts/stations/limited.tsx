import { Gauge } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import { limitText } from '../states/limit-text.ts'
import type { StationLive } from './station-queries.ts'
import styles from './station-head.module.css'

type Given = NonNullable<StationLive['limited']>

/** What is held down because somebody wanted it: how many devices, to what, who and until when. */
export function Limited({ limited, timeZone }: { limited: Given; timeZone: string }) {
  const t = useTranslations('stations')
  const format = useFormat()
  const { devices, by, endsAt } = limited
  const said = { count: devices, by: by ?? '–', at: format.instant(endsAt, timeZone) }
  const to = limitText(format, limited)
  return (
    <span className={styles.off}>
      <Gauge size={14} aria-hidden />
      {to === null ? t('limitedBy', said) : t('limitedTo', { ...said, to })}
    </span>
  )
}
