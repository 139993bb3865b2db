import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { besideCardClass, PickBox } from '../../app/lists/pick-box.tsx'
import type { Pick } from '../../app/lists/picks.ts'
import { classes } from '../../kit/classes.ts'
import { Button } from '../../kit/button.tsx'
import { useInSight } from '../../kit/use-in-sight.ts'
import { Windowed } from '../../kit/windowed.tsx'
import { useFavourites } from '../favourites/use-favourite.ts'
import { StationCard } from './station-card.tsx'
import type { StationCardData } from './station-queries.ts'
import { StationSkeleton } from './station-skeleton.tsx'
import styles from './station-list.module.css'

/** Up to here all cards are in the page, where a search of the browser finds them; beyond, those in view. */
const allUpTo = 60
/** Cards that come into the page and leave it together. */
const together = 12
/** What a card is high before it was measured, CSS pixels. */
const cardHeight = 214
/** How far ahead of the end the next page is asked for, CSS pixels. */
const aheadOf = 1200

type StationListProps = {
  stations: readonly StationCardData[]
  /** Names what is listed. */
  listKey: string
  total: number
  pickOf?: ((station: StationCardData) => Pick | undefined) | undefined
  more: { has: boolean; loading: boolean; failed: boolean; load: () => void }
}

/** Cards with the next page on its way before the end is reached. */
export function StationList({ stations, listKey, total, pickOf, more }: StationListProps) {
  const t = useTranslations('stations')
  const favourites = useFavourites()
  const end = useRef<HTMLDivElement>(null)
  const waits = more.has && !more.loading && !more.failed
  useInSight(end, waits ? more.load : null, { ahead: aheadOf })
  return (
    <div className={styles.list}>
      <Windowed
        key={listKey}
        items={stations}
        as="div"
        rowHeight={cardHeight}
        pieceOf={together}
        wholeUpTo={allUpTo}
        name={listKey}
      >
        {(piece) =>
          piece.map((station) => {
            const pick = pickOf?.(station)
            return (
              <div
                key={station.id}
                className={classes(styles.slot, pick && besideCardClass)}
                {...(pick && { 'data-picking': true })}
              >
                {pick && <PickBox pick={pick} label={t('selectThis', { name: station.name })} />}
                <StationCard station={station} favourite={favourites.has(station.id)} />
              </div>
            )
          })
        }
      </Windowed>
      <div ref={end} className={styles.last}>
        {more.failed ? (
          <div className={styles.end}>
            <p>{t('moreFailed')}</p>
            <Retry onPress={more.load} />
          </div>
        ) : more.has ? (
          <>
            <output className="sr-only">{more.loading && t('loadingMore')}</output>
            <StationSkeleton />
          </>
        ) : (
          total > 5 && <p className={styles.end}>{t('end', { count: String(total) })}</p>
        )}
      </div>
    </div>
  )
}

function Retry({ onPress }: { onPress: () => void }) {
  const t = useTranslations('ui')
  return (
    <Button kind="soft" small onClick={onPress}>
      {t('retry')}
    </Button>
  )
}
