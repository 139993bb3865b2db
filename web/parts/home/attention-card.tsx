import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { words } from '../../app/phrases/catalogues.ts'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import type { Home } from './home-data.ts'
import styles from './home.module.css'

// They ask for themselves, and the first paint does without them.
export const TroubleLines = lazyPart(
  async () => {
    const [file] = await Promise.all([import('./trouble-lines.tsx'), words.need('troubles')])
    return file.TroubleLines
  },
  <div className={styles.waits}>
    <Skeleton width="60%" />
    <Skeleton width="80%" />
  </div>,
)

type AttentionProps = { stations: Home['attention']; total: number; neverHeard: Home['neverHeard'] }

/** What is to be done, worst first, with what it costs; then the devices that were never heard, by name. */
export function AttentionCard({ neverHeard }: AttentionProps) {
  const t = useTranslations('home')
  return (
    <Card
      flush
      title={t('attention')}
      action={
        <Go to={pathTo('om-page')} className={styles.all}>
          {t('attentionAll')}
          <ChevronRight size={16} aria-hidden />
        </Go>
      }
    >
      <Rows>
        <TroubleLines />
        {neverHeard.total > 0 && (
          <Row
            to={pathTo('om-page')}
            label={t('never', { count: neverHeard.total })}
            hint={t('neverNamed', {
              names: neverHeard.devices
                .map(({ name, sn, stationName }) =>
                  t('neverAt', { device: name || sn, station: stationName }),
                )
                .join(t('comma')),
              more: neverHeard.total - neverHeard.devices.length,
            })}
          />
        )}
      </Rows>
    </Card>
  )
}
