import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { classes } from '../../kit/classes.ts'
import { IconButton } from '../../kit/page.tsx'
import styles from './favourites.module.css'
import { useFavourite } from './use-favourite.ts'

/** Marks a station as a favourite, or no longer. */
export function FavouriteButton({ stationId }: { stationId: string }) {
  const t = useTranslations('stations.favourite')
  const marked = useFavourite(stationId)
  const act = useAct({ toasts: true, fresh: true })
  const turn = (): Promise<unknown> =>
    act.send('PUT /api/stations/{stationId}/favourite', {
      params: { stationId },
      body: { favourite: !marked },
    })
  return (
    <IconButton label={t('one')} aria-pressed={marked} disabled={act.busy} onClick={() => void turn()}>
      <Star size={21} className={classes(marked && styles.mark)} aria-hidden />
    </IconButton>
  )
}
