import { MapPin } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Row } from '../../kit/row.tsx'
import type { AlarmDetail } from './use-alarms.ts'

/** The way to where it is in the array: the device, or the MPPT that all of its content is about, is marked there. */
export function PlaceRow({ alarm }: { alarm: AlarmDetail['alarm'] }) {
  const t = useTranslations('alarms')
  const { device, station } = alarm
  if (device.kind === 'gateway' || alarm.deviceRemoved) return null
  const trackers = new Set(alarm.items.map(({ instance }) => /^MPPT (\d+)$/.exec(instance)?.[1]))
  const [mppt] = trackers.size === 1 ? trackers : []
  return (
    <Card flush>
      <Row
        icon={<MapPin size={20} aria-hidden />}
        label={t('showInLayout')}
        to={pathTo('device-topology', { stationId: station.id, deviceId: device.id, mppt })}
      />
    </Card>
  )
}
