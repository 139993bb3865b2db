import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import styles from './favourites.module.css'

/** Stands beside the name of a station that this person has marked. */
export function FavouriteMark() {
  const t = useTranslations('stations.favourite')
  return <Star size={15} className={styles.mark} role="img" aria-label={t('mark')} />
}
