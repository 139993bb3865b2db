import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classes } from '../../kit/classes.ts'
import styles from './favourites.module.css'

/** Narrows a list of stations to favourites. */
export function FavouritesToggle({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const t = useTranslations('stations.favourite')
  return (
    <button type="button" className={styles.toggle} aria-pressed={on} onClick={() => onChange(!on)}>
      <Star size={16} className={classes(on && styles.mark)} aria-hidden />
      {t('only')}
    </button>
  )
}
