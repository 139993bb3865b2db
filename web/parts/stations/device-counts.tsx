import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { deviceKinds } from '#domain/devices/kinds.ts'
import { Card } from '../../kit/card.tsx'
import type { StationLive } from './station-queries.ts'
import styles from './devices.module.css'

/** How many devices of each kind can be heard. */
export function DeviceCounts({ counts }: { counts: StationLive['devices'] }) {
  const t = useTranslations('station.device')
  const words = useKindWords()
  const kinds = deviceKinds.filter((kind) => counts[kind].total > 0)
  if (kinds.length === 0) return null
  return (
    <Card>
      <ul className={styles.counts}>
        {kinds.map((kind) => {
          const { total, online } = counts[kind]
          const told = { kind: words.many(kind), online: String(online), total: String(total) }
          return (
            <li key={kind}>
              <span className={styles.kind} aria-hidden>
                {told.kind}
              </span>
              <span className={styles.share} aria-hidden>
                <b>{online}</b>/{total}
              </span>
              <span className="sr-only">{t('onlineLabel', told)}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
