import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { Peers } from './peers-part.tsx'
import { wordOf } from './deviation.ts'
import styles from './peers.module.css'

/** Each tracker's share of its inverter's DC energy, beside what it usually is; trackers carry unlike numbers of strings. */
export function TrackerShares({ trackers }: { trackers: Peers['trackers'] }) {
  const t = useTranslations('device.peers')
  const format = useFormat()
  if (trackers.length === 0) return null
  const days = Math.max(...trackers.map((one) => one.days))
  const percent = (share: number | null): string =>
    share === null ? '–' : `${format.number(share * 100, 1, 1)}%`
  return (
    <section className={styles.part}>
      <h3 className={styles.head}>{t('trackers')}</h3>
      <p className={styles.text}>{days === 0 ? t('trackersNew') : t('trackersText', { count: days })}</p>
      <ul className={styles.trackers}>
        {trackers.map(({ n, now, usual }) => {
          const share = now === null || usual === null || usual <= 0 ? null : now / usual - 1
          return (
            <li key={n}>
              <span>{t('tracker', { n: String(n) })}</span>
              <b>{percent(now)}</b>
              <span className={styles.usual}>
                {usual === null ? t('noUsual') : t('usual', { usual: percent(usual) })}
                {share !== null &&
                  wordOf(share) !== 'level' &&
                  `, ${t(share > 0 ? 'more' : 'less', { share: format.text('share', Math.abs(share)) })}`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
