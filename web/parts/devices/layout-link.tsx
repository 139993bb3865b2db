import { MapPin } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import type { DeviceDetail } from './device-facts.ts'

/** The way to where the device lies in the array: it is marked there. One that is gone lies nowhere. */
export function LayoutLink({ detail: { device, station } }: { detail: DeviceDetail }) {
  const t = useTranslations('device.place')
  if (device.removedAt !== null) return null
  return (
    <Card flush>
      <Rows>
        <Row
          icon={<MapPin size={20} aria-hidden />}
          label={t('show')}
          hint={t('showHint')}
          to={pathTo('device-topology', { stationId: station.id, deviceId: device.id })}
        />
      </Rows>
    </Card>
  )
}
