import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { pathTo } from '../../paths.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { StatusPill } from '../states/status-pill.tsx'
import { silenceOf, type DeviceDetail } from './device-facts.ts'
import styles from './parts.module.css'

/** What it is, whose it is, and its pills: reachable or not, and its state. */
export function DeviceStates({ detail, end }: { detail: DeviceDetail; end?: ReactNode }) {
  const t = useTranslations('device')
  const words = useKindWords()
  const format = useFormat()
  const { device, station } = detail
  // An older answer that this phone has kept does not know.
  const off = detail.switchedOff ?? null
  const runs = device.state === 'grid_connected' || device.state === 'normal'
  const limited = runs && Boolean(detail.limited)
  // What was reachable when it was last heard need not be so any more.
  const silence = silenceOf(detail, useNow())
  const unsure = device.online && (silence === 'silent' || silence === 'gateway_silent')
  const reach = unsure ? 'unknown' : device.online ? 'online' : device.lastAt === null ? 'unknown' : 'offline'
  const model = [device.brand, device.model].filter(Boolean).join(' ')
  // Disconnected says the same as offline, with less.
  const said = device.state !== null && device.state !== 'disconnected' && device.kind !== 'gateway'
  return (
    <div className={styles.states}>
      <p className={styles.what}>
        <Dotted
          parts={[
            model || words.one(device.kind),
            <Go
              key="station"
              to={pathTo('station-detail', { stationId: station.id })}
              className={styles.station}
            >
              {station.name}
            </Go>,
          ]}
        />
      </p>
      <div className={styles.pills}>
        {said && !unsure && (
          <StatusPill status={off ? 'switched_off' : limited ? 'curtailed' : device.state} />
        )}
        {!(device.kind === 'gateway' && reach === 'online') && <StatusPill status={reach} />}
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {off && (
        <p className={styles.what}>
          {t(off.by === null ? 'offAt' : 'offBy', {
            by: off.by ?? '',
            at: format.instant(off.at, station.timeZone),
          })}
        </p>
      )}
    </div>
  )
}
