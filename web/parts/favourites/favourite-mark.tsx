import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import styles from './favourites.module.css'
import { useFavourite } from './use-favourite.ts'

/** A star beside the name of a station that this person has marked. */
export function FavouriteMark({ stationId }: { stationId: string }) {
  const t = useTranslations('stations.favourite')
  return useFavourite(stationId) ? (
    <Star size={15} className={styles.mark} role="img" aria-label={t('mark')} />
  ) : null
}
