import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { deviceKinds } from '#domain/devices/kinds.ts'
import { Card } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { isWorking } from '../states/trouble-rank.ts'
import { AlarmedMark } from './alarmed-mark.tsx'
import type { DeviceData } from './station-queries.ts'
import styles from './devices.module.css'

/** How many devices of each kind are at work: heard, and not shut down. */
export function DeviceCounts({ devices }: { devices: readonly DeviceData[] }) {
  const t = useTranslations('station.device')
  const words = useKindWords()
  const kinds = deviceKinds.filter((kind) => devices.some((one) => one.kind === kind))
  return (
    <Card>
      <p className={styles.caption} aria-hidden>
        {t('workingOf')}
      </p>
      <ul className={styles.counts}>
        {kinds.map((kind) => {
          const all = devices.filter((one) => one.kind === kind)
          const working = all.filter(isWorking).length
          const told = { kind: words.many(kind), working: String(working), total: String(all.length) }
          return (
            <li key={kind}>
              <span className={styles.kind} aria-hidden>
                {told.kind}
              </span>
              <span className={classes(styles.share, working < all.length && styles.fewer)} aria-hidden>
                <b>{working}</b>/{all.length}
                {working < all.length && <TriangleAlert size={14} />}
              </span>
              <span className="sr-only">{t('workingLabel', told)}</span>
              <AlarmedMark devices={all} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
