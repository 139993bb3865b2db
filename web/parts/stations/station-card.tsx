import { Bell, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card, CardLink } from '../../kit/card.tsx'
import { classes } from '../../kit/classes.ts'
import { usePane } from '../../kit/navigation/pane.ts'
import { useLostSince, useNow } from '../../kit/time/now.ts'
import { FavouriteMark } from '../favourites/favourite-mark.tsx'
import { levelTone, StatusPill } from '../states/status-pill.tsx'
import { CardFigures } from './card-figures.tsx'
import { Limited } from './limited.tsx'
import { placeText } from './place.ts'
import type { StationCardData } from './station-queries.ts'
import { StationPicture } from './station-picture.tsx'
import { SwitchedOff } from './switched-off.tsx'
import styles from './station-card.module.css'

/** Younger data is as old as it may be, ms. */
const TOLD_FROM_MS = 15 * 60_000

type StationCardProps = { station: StationCardData; favourite: boolean }

/** A station in a list. One that cannot be heard looks it: its figures are those of when it was. */
export const StationCard = memo(function StationCard(props: StationCardProps) {
  const { station } = props
  return (
    <CardLink
      to={pathTo('station-detail', { stationId: station.id })}
      goesTo={station.name}
      className={classes(styles.card)}
    >
      <Inside {...props} />
    </CardLink>
  )
})

/** The same to be looked at before one is chosen: it leads nowhere. */
export function PlainStationCard(props: StationCardProps) {
  return (
    <Card className={classes(styles.card)}>
      <Inside {...props} />
    </Card>
  )
}

function Inside({ station, favourite }: StationCardProps) {
  const t = useTranslations('stations')
  const format = useFormat()
  const lost = useLostSince() !== null
  const silent = station.condition === 'offline' || lost
  return (
    <>
      <div className={styles.head}>
        <StationPicture type={station.type} imageFileId={station.imageFileId} />
        <div className={styles.main}>
          <h2 className={styles.name}>
            {station.name} {favourite && <FavouriteMark />}
          </h2>
          <p className={styles.about}>
            {station.deletedAt === null ? (
              <StatusPill status={station.condition} />
            ) : (
              <Deleted at={station.deletedAt} timeZone={station.timeZone} />
            )}
            <span className={styles.place}>{placeText(format.language, station)}</span>
          </p>
        </div>
      </div>
      <div className={styles.figures}>
        <CardFigures {...station} silent={silent} oldPower={silent} />
      </div>
      <div className={styles.foot}>
        <Heard at={station.lastHeardAt} silent={silent} />
        {station.switchedOff !== null && (
          <SwitchedOff off={station.switchedOff} timeZone={station.timeZone} />
        )}
        {station.limited && <Limited limited={station.limited} timeZone={station.timeZone} />}
        {station.openAlarms + station.attention > 0 && (
          <span className={styles.flags}>
            {station.openAlarms > 0 && (
              <span
                className={classes(styles.attention, station.worstAlarm && levelTone(station.worstAlarm))}
              >
                <Bell size={14} aria-hidden />
                {t('openAlarms', { count: station.openAlarms })}
              </span>
            )}
            {station.attention > 0 && (
              <span className={styles.attention}>
                <TriangleAlert size={14} aria-hidden />
                {t('attention', { count: station.attention })}
              </span>
            )}
          </span>
        )}
      </div>
    </>
  )
}

export function Deleted({ at, timeZone }: { at: number; timeZone: string }) {
  const t = useTranslations('stations')
  const format = useFormat()
  return <span className={styles.deleted}>{t('deletedOn', { day: format.instant(at, timeZone) })}</span>
}

/** Apart, so that the clock of ages draws this line alone. */
function Heard({ at, silent }: { at: number | null; silent: boolean }) {
  const t = useTranslations('stations')
  const format = useFormat()
  const now = useNow()
  const beside = usePane()?.side === true
  // Beside a page there is room for an age that says something.
  if (beside && !silent && at !== null && now - at < TOLD_FROM_MS) return null
  return (
    <span className={classes(styles.age, silent && styles.silent)}>
      {at === null ? t('neverHeard') : t('heard', { age: format.age(at, now) })}
    </span>
  )
}
