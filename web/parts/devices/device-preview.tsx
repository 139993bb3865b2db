import { useTranslations } from 'use-intl'
import { givesPower } from '#domain/devices/kinds.ts'
import { useData } from '../../app/data/query.ts'
import { Waiting } from '../../app/failure/waiting.tsx'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { nameOf } from './device-facts.ts'
import { DeviceStates } from './device-states.tsx'
import { ChildrenCard } from './gateway/children-card.tsx'
import { LinkCard } from './gateway/link-card.tsx'
import { PowerCard } from './power-card.tsx'

/** A device before it is chosen: how it is, what it gives, and by which numbers it is known. */
export function DevicePreview({ deviceId }: { deviceId: string }) {
  const t = useTranslations('device')
  const read = useData('GET /api/devices/{deviceId}', { params: { deviceId } })
  const detail = read.data
  if (!detail)
    return (
      <Waiting of={read}>
        <SkeletonCard />
        <SkeletonCard kind="rows" rows={4} />
      </Waiting>
    )
  const { device, gateway, parent } = detail
  const facts = [
    [t('sheet.sn'), device.sn],
    [t('sheet.model'), [device.brand, device.model].filter(Boolean).join(' ')],
    [t('sheet.gateway'), gateway && nameOf(gateway)],
    [t('sheet.inverter'), parent && nameOf(parent)],
    [t('sheet.string'), device.stringNo === null ? '' : String(device.stringNo)],
    [t('sheet.position'), device.position === null ? '' : String(device.position)],
    [t('sheet.sw'), device.sw],
  ] as const
  return (
    <>
      {device.kind === 'gateway' ? (
        <>
          <LinkCard detail={detail} />
          <ChildrenCard detail={detail} />
        </>
      ) : givesPower(device.kind) ? (
        <PowerCard detail={detail} />
      ) : (
        <Card>
          <DeviceStates detail={detail} />
        </Card>
      )}
      <Card flush>
        <Rows>{facts.map(([label, value]) => value && <Row key={label} label={label} value={value} />)}</Rows>
      </Card>
    </>
  )
}
