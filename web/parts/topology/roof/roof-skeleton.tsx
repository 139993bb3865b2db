import { useTranslations } from 'use-intl'
import { Card } from '../../../kit/card.tsx'
import { Skeleton } from '../../../kit/skeleton.tsx'
import styles from './roof.module.css'

/** As high as the roof will be. */
export function RoofSkeleton() {
  const t = useTranslations('ui')
  return (
    <Card>
      <div className={styles.card}>
        <output className={styles.head} aria-label={t('loading')}>
          <Skeleton width="62%" height="1.1rem" />
        </output>
        <Skeleton shape="block" height="var(--roof, 200px)" />
        <span className={styles.foot}>
          <Skeleton width="30%" />
        </span>
      </div>
    </Card>
  )
}
