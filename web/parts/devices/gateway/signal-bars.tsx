import { useTranslations } from 'use-intl'
import { classes } from '../../../kit/classes.ts'
import { isWired, signalOf } from './link-words.ts'
import styles from './gateway.module.css'

type SignalBarsProps = {
  csq: number | null
  netMode: string
  old: boolean
  /** Without the figure. */
  brief?: boolean
}

/** The modem's reception in bars and a word; a network without a modem says so. */
export function SignalBars({ csq, netMode, old, brief = false }: SignalBarsProps) {
  const t = useTranslations('gateway')
  if (csq === null)
    return <span className={styles.noSignal}>{t(isWired(netMode) ? 'noSignalWired' : 'noSignal')}</span>
  const { word, dbm, bars } = signalOf(csq)
  const spoken = t(`signalWord.${word}`)
  return (
    <span className={classes(styles.signal, old && styles.signalOld)}>
      <span className={styles.signalBars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} className={classes(bar <= bars && styles.on)} style={{ blockSize: `${bar * 25}%` }} />
        ))}
      </span>
      <span>
        <span aria-hidden>{spoken}</span>
        <span className="sr-only">{t('signalLevel', { word: spoken, bars: String(bars) })}</span>
        {!brief && <small> {t('signalHint', { dbm: String(dbm).replace('-', '−') })}</small>}
      </span>
    </span>
  )
}
