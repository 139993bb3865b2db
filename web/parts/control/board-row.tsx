import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { statusTone } from '../states/status-pill.tsx'
import type { BoardShared } from './board-shared.ts'
import { useBoardWords, verdictLooks, type Verdict } from './board-words.ts'
import styles from './control.module.css'
import type { BoardDevice } from './control-queries.ts'

type BoardRowProps = {
  device: BoardDevice
  limitV: number
  /** Said above all of them. */
  shared: BoardShared
}

/** A shutdown device in one line; below it what others have otherwise. */
export function BoardRow({ device, limitV, shared }: BoardRowProps) {
  const t = useTranslations('control.board')
  const reasons = useTranslations('device.shutdown.reason')
  const format = useFormat()
  const words = useBoardWords()
  const now = useNow()
  const volts = words.volts(device.volts)
  const [why] = device.reasons
  const facts = [
    shared.keepalive === null && `${t('keepalive')} ${words.keepalive(device.keepalive)}`,
    shared.closed === null && `${t('switch')} ${words.closed(device.closed)}`,
    shared.readAt === null && device.readAt !== null && format.age(device.readAt, now),
  ]
  return (
    <li>
      <Go to={pathToDevice('shutdown', device.deviceId)} className={styles.result}>
        <span className={styles.resultName}>
          {device.name || device.sn}
          {facts.some(Boolean) && (
            <span className={styles.hint}>
              <Dotted parts={facts} />
            </span>
          )}
          {device.verdict === 'unknown' && why && shared.reason === null && (
            <span className={styles.hint}>
              {reasons(why, { volts, limit: format.text('voltage', limitV) })}
            </span>
          )}
        </span>
        <span>{volts}</span>
        {shared.verdict === null && <VerdictPill verdict={device.verdict} />}
      </Go>
    </li>
  )
}

export function VerdictPill({ verdict }: { verdict: Verdict }) {
  const t = useTranslations('control.board')
  const { Icon, tone } = verdictLooks[verdict]
  return (
    <span className={classes(styles.pill, statusTone(tone))}>
      <Icon size={13} strokeWidth={2.4} aria-hidden />
      {t(`verdict.${verdict}`)}
    </span>
  )
}
