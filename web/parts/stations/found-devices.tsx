import type { NightDay } from '#domain/telemetry/night-energy.ts'
import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { DeviceLine } from './device-line.tsx'
import type { DeviceData } from './station-queries.ts'
import styles from './devices.module.css'

const shownAtMost = 100

type FoundDevicesProps = { devices: readonly DeviceData[]; rest: NightDay | null; typed: string }

/** What a search found, in one list. */
export function FoundDevices({ devices, rest, typed }: FoundDevicesProps) {
  const t = useTranslations('station.device')
  if (devices.length === 0) return <EmptyState title={t('nothing', { text: typed })} />
  return (
    <>
      <output className={styles.found}>{t('found', { count: devices.length })}</output>
      <Card flush>
        {devices.slice(0, shownAtMost).map((device) => (
          <DeviceLine key={device.id} device={device} rest={rest} />
        ))}
      </Card>
      {devices.length > shownAtMost && (
        <p className={styles.found}>{t('moreFound', { count: String(shownAtMost) })}</p>
      )}
    </>
  )
}
