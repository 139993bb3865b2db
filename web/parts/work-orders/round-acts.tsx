import { Phone } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { CheckInButton } from '../stations/presence/check-in-button.tsx'
import { usePresence } from '../stations/presence/on-site.tsx'
import { RoundCall } from '../stations/presence/round.tsx'
import { WayButton } from './way/way-button.tsx'
import type { Order } from './use-orders.ts'
import styles from './head.module.css'

/** Before all else: how to get there, whom to call, saying that one is there. */
export function RoundActs({ order: { site, station, actualEndAt, status } }: { order: Order }) {
  const t = useTranslations('order')
  const over = actualEndAt !== null || status === 'completed' || status === 'invalid'
  const handles = useAllowed('om:order:handle')
  const { data } = usePresence(station.id)
  // Said before, as it takes something from others; until it is known the line keeps its place.
  const tells = handles && !over && data?.may !== false && !data?.checkIns.some(({ mine }) => mine)
  return (
    <>
      <div className={styles.rounds}>
        <WayButton
          to={{ latitude: site.latitude, longitude: site.longitude, name: station.name }}
          address={site.address}
          label={t('way')}
        />
        {site.phone && (
          <RoundCall
            phone={site.phone}
            label={t('callShort')}
            name={t('call', { phone: `${site.ownerName} ${site.phone}`.trim() })}
            icon={<Phone size={22} aria-hidden />}
          />
        )}
        <CheckInButton stationId={station.id} over={over} />
      </div>
      {tells && <p className={styles.quiet}>{t('checkInHint')}</p>}
    </>
  )
}
