import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { pathTo } from '../../paths.ts'
import type { DeviceDetail } from '../devices/device-facts.ts'
import { placeOf } from './device-address.ts'
import { LineRows, LineTrouble } from './device-state.tsx'
import { useEdge } from './use-edge.ts'

type LineCardProps = { gatewayId: string; device: Pick<DeviceDetail['device'], 'id' | 'brand'> }

/** The line of a device that an edge reads. Nothing of one that came another way. */
export function LineCard({ gatewayId, device }: LineCardProps) {
  const t = useTranslations('edge')
  const edge = useEdge(gatewayId)
  const read = edge.data?.devices.find(({ deviceIds }) => deviceIds.includes(device.id))
  if (!read) return null
  return (
    <Card
      flush
      title={t('lineTitle')}
      action={<Go to={pathTo('connect-device', { gatewayId })}>{t('lineOpen')}</Go>}
    >
      <LineTrouble device={read} brand={device.brand} />
      <Rows>
        <LineRows device={read} />
        <Row label={t('address')} value={placeOf(read.url)} />
      </Rows>
    </Card>
  )
}
