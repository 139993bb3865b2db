import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { statusTone } from '../states/status-pill.tsx'
import { useBoardWords, verdictLooks } from './board-words.ts'
import styles from './control.module.css'
import type { BoardDevice } from './control-queries.ts'

type BoardRowProps = {
  device: BoardDevice
  limitV: number
  /** Why it is not known is said above all of them. */
  isSaid?: boolean
}

export function BoardRow({ device, limitV, isSaid = false }: BoardRowProps) {
  const t = useTranslations('control.board')
  const reasons = useTranslations('device.shutdown.reason')
  const format = useFormat()
  const words = useBoardWords()
  const now = useNow()
  const { Icon, tone } = verdictLooks[device.verdict]
  const limit = format.text('voltage', limitV)
  const volts = words.volts(device.volts)
  const [why] = device.reasons
  return (
    <li className={styles.boardRow}>
      <Go to={pathToDevice('shutdown', device.deviceId)} className={styles.resultName}>
        {device.name || device.sn}
        <span className={styles.boardFacts}>
          <span>
            {t('keepalive')} {words.keepalive(device.keepalive)}
          </span>
          <span>
            {t('switch')} {words.closed(device.closed)}
          </span>
          <span>{volts}</span>
          <span>{format.age(device.readAt, now)}</span>
        </span>
        {device.verdict === 'unknown' && why && !isSaid && (
          <span className={styles.hint}>{reasons(why, { volts, limit })}</span>
        )}
      </Go>
      <span className={classes(styles.pill, statusTone(tone))}>
        <Icon size={13} strokeWidth={2.4} aria-hidden />
        {t(`verdict.${device.verdict}`)}
      </span>
    </li>
  )
}
