import { useTranslations } from 'use-intl'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { useNow } from '../../kit/time/now.ts'
import { StatusPill } from '../states/status-pill.tsx'
import { Limited } from './limited.tsx'
import { placeText } from './place.ts'
import { Deleted } from './station-card.tsx'
import type { StationData, StationLive } from './station-queries.ts'
import { SwitchedOff } from './switched-off.tsx'
import styles from './station-head.module.css'

/** How the station is, what and where it is, and what the clock and the sun say there. */
export function StationHead({ station, live }: { station: StationData; live: StationLive }) {
  const t = useTranslations('station')
  const type = useTranslations('stations.type')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = station
  const { sunriseAt, sunsetAt } = live
  return (
    <div className={styles.head}>
      {station.deletedAt === null ? (
        <StatusPill status={live.condition} />
      ) : (
        <Deleted at={station.deletedAt} timeZone={timeZone} />
      )}
      {live.switchedOff !== null && <SwitchedOff off={live.switchedOff} timeZone={timeZone} />}
      {live.limited && <Limited limited={live.limited} timeZone={timeZone} />}
      <Dotted parts={[type(station.type), placeText(format.language, station)]} />
      <span className={styles.clock}>
        <Dotted
          parts={[
            t('localTime', { time: format.clock(now, timeZone) }),
            sunriseAt !== null &&
              sunsetAt !== null &&
              t('sun', { rise: format.clock(sunriseAt, timeZone), set: format.clock(sunsetAt, timeZone) }),
          ]}
        />
      </span>
    </div>
  )
}
