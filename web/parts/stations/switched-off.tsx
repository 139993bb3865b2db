import { PowerOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../kit/words/use-format.ts'
import type { StationLive } from './station-queries.ts'
import styles from './station-head.module.css'

type Off = NonNullable<StationLive['switchedOff']>

/** What stands still because somebody wanted it: how many devices, who and when. */
export function SwitchedOff({ off, timeZone }: { off: Off; timeZone: string }) {
  const t = useTranslations('state')
  const format = useFormat()
  const at = format.instant(off.at, timeZone)
  return (
    <span className={styles.off}>
      <PowerOff size={14} aria-hidden />
      {off.by === null
        ? t('offAt', { count: off.devices, at })
        : t('offBy', { count: off.devices, by: off.by, at })}
    </span>
  )
}
