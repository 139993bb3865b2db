import { useTranslations } from 'use-intl'
import { Card } from './card.tsx'
import { classes } from './classes.ts'
import styles from './skeleton.module.css'

type SkeletonProps = { shape?: 'line' | 'figure' | 'circle' | 'block'; width?: string; height?: string }

/** A bone of a skeleton; sizes are CSS lengths. */
export function Skeleton({ shape = 'line', width, height }: SkeletonProps) {
  return (
    <span
      className={classes(styles.bone, styles[shape])}
      style={{ ...(width && { inlineSize: width }), ...(height && { blockSize: height }) }}
      aria-hidden
      data-bone
    />
  )
}

/** Cards in waiting: `figure` like a card of figures, `chart` with a picture below, `rows` like a list. */
export function SkeletonCard({
  kind = 'figure',
  rows = 4,
}: {
  kind?: 'figure' | 'chart' | 'rows'
  rows?: number
}) {
  const t = useTranslations('ui')
  return (
    <Card>
      <output className={styles.card} aria-label={t('loading')}>
        {kind === 'rows' ? (
          Array.from({ length: rows }, (_, index) => (
            <span className={styles.row} key={index}>
              <Skeleton width={`${30 + ((index * 17) % 25)}%`} />
              <Skeleton width="18%" />
            </span>
          ))
        ) : (
          <>
            <Skeleton width="32%" />
            <Skeleton shape="figure" />
            {kind === 'chart' ? <Skeleton shape="block" height="180px" /> : <Skeleton width="56%" />}
          </>
        )}
      </output>
    </Card>
  )
}
