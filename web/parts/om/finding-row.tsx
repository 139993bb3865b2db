import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { pathToDevice } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { looks } from './reasons.ts'
import type { Finding, Reason } from './use-attention.ts'
import styles from './om.module.css'

/** Reasons that stop energy, or what is known of it; the others only blur it. */
const costly: ReadonlySet<Reason> = new Set(['gateway_silent', 'shutdown', 'device_silent', 'never_heard'])

/** A device that needs a look, saying why, since when and how much hangs on it. */
export function FindingRow({ finding }: { finding: Finding }) {
  const t = useTranslations('om')
  const words = useKindWords()
  const format = useFormat()
  const explain = useExplanation()
  const { id, kind, sn, name, stationName, reason, affectedW } = finding
  const { Icon, tone } = looks[reason]
  return (
    <li>
      <Go to={pathToDevice(kind, id)} className={styles.finding}>
        <span className={classes(styles.mark, tone)}>
          <Icon size={18} aria-hidden />
        </span>
        <span className={styles.main}>
          <span className={styles.head}>
            <span className={classes(styles.reason, tone)}>{t(reason)}</span>
            {costly.has(reason) && affectedW !== null && (
              <span className={styles.affected}>
                <b>{format.text('power', affectedW)}</b> {t('affected')}
              </span>
            )}
          </span>
          <span className={styles.device}>{name || sn}</span>
          <span className={styles.place}>
            {stationName} · {words.short(kind)}
            {name && ` · ${sn}`}
          </span>
          <span className={styles.text}>{explain(finding)}</span>
        </span>
        <ChevronRight size={18} className={styles.chevron} aria-hidden />
      </Go>
    </li>
  )
}

const useExplanation = (): ((finding: Finding) => string) => {
  const t = useTranslations('om')
  const format = useFormat()
  const now = useNow()
  return ({ reason, since, children }) => {
    const age = format.age(since, now)
    if (reason === 'gateway_silent')
      return since === null ? t('gatewayGone', { children }) : t('gatewayText', { age, children })
    if (reason === 'shutdown') return t('shutdownText', { age })
    if (reason === 'device_silent') return t('silentText', { age })
    if (reason === 'never_heard') return t('neverText', { age, children })
    if (reason === 'quarantine') return t('strangersText', { age, children })
    return children > 0 ? t('clockChildren', { children }) : t('clockText')
  }
}
