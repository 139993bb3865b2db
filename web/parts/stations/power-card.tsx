import { ChevronRight, Clock, Share2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { heroOf } from '#domain/stations/hero.ts'
import { silenceLimitMs } from '#domain/telemetry/silence.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Card } from '../../kit/card.tsx'
import { stepPeriod, todayIn } from '../../kit/chart/period.ts'
import { classes } from '../../kit/classes.ts'
import { IconButton } from '../../kit/page.tsx'
import { useLostSince, useNow } from '../../kit/time/now.ts'
import { EnergyFlow } from './energy-flow.tsx'
import { LazyShareCard } from './share-card/lazy-share-card.ts'
import { StationHero } from './station-hero.tsx'
import type { Balance, StationData, StationLive } from './station-queries.ts'
import styles from './power-card.module.css'

type PowerCardProps = { station: StationData; live: StationLive; onDevices: (() => void) | undefined }

/** Out of touch with the server nothing is known of now. */
const unknown = (balance: Balance | null): Balance | null =>
  balance && {
    grid: balance.grid && { ...balance.grid, powerW: null },
    battery: balance.battery && { ...balance.battery, powerW: null, socPct: null },
    houseW: null,
    doubt: null,
  }

/** The power now, how it compares to a clear sky, and the way it takes. */
export function PowerCard({ station, live, onDevices }: PowerCardProps) {
  const t = useTranslations('station')
  const format = useFormat()
  const now = useNow()
  const lost = useLostSince() !== null
  const { powerW, powerAt, lastHeardAt, attention } = live
  const old = lost || (powerAt !== null && now - powerAt > silenceLimitMs(station.reportMin))
  // It was looked at before anything was ever heard of it: what comes now is the first report.
  const [wasUnheard] = useState(lastHeardAt === null)
  const isFirst = wasUnheard && lastHeardAt !== null
  const heardAt = powerW === null ? lastHeardAt : powerAt
  const [shared, setShared] = useState<string | null>(null)
  const today = todayIn(now, station.timeZone)
  // Before sunrise the day before is what it speaks of.
  const allowedW = live.litW ?? live.expectedW
  const isBefore = heroOf({ ...live, allowedW, capacityW: station.capacityW }, now) === 'yesterday'
  const day = isBefore ? stepPeriod('day', today, -1, today) : today
  const dayWh = isBefore ? live.yesterdayWh : live.todayWh
  return (
    <Card>
      {dayWh !== null && day !== null && (
        <div className={styles.share}>
          <IconButton label={t('sharePicture')} onClick={() => setShared(day)}>
            <Share2 size={19} aria-hidden />
          </IconButton>
        </div>
      )}
      <StationHero
        live={live}
        timeZone={station.timeZone}
        capacityW={station.capacityW}
        old={old}
        silent={lost || live.condition === 'offline'}
      />
      <p className={classes(styles.age, (powerW === null || old) && styles.old)}>
        {(powerW === null || old) && <Clock size={13} aria-hidden />}
        {heardAt === null ? t('neverHeard') : t('lastHeard', { age: format.age(heardAt, now) })}
      </p>
      <div className={isFirst ? styles.first : undefined}>
        <EnergyFlow
          station={station}
          live={old ? { ...live, powerW: null, balance: lost ? unknown(live.balance) : live.balance } : live}
        />
      </div>
      {attention > 0 && (
        <button
          type="button"
          className={styles.attention}
          disabled={!onDevices}
          onClick={() => onDevices?.()}
        >
          <TriangleAlert size={16} aria-hidden />
          <span>{t('attention', { count: attention })}</span>
          {onDevices && (
            <>
              <span className={styles.see}>{t('seeDevices')}</span>
              <ChevronRight size={16} aria-hidden />
            </>
          )}
        </button>
      )}
      {shared && <LazyShareCard stationId={station.id} of={shared} onClose={() => setShared(null)} />}
    </Card>
  )
}
