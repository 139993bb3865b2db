import { HardDriveDownload } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../../paths.ts'
import { Card } from '../../../kit/card.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import type { DeviceDetail } from '../device-facts.ts'

/** The way to the upgrades of this gateway. Nothing for a removed one. */
export function FirmwareCard({ detail: { device } }: { detail: DeviceDetail }) {
  const t = useTranslations('gateway')
  if (device.removedAt !== null) return null
  return (
    <Card flush>
      <Rows>
        <Row
          icon={<HardDriveDownload size={20} aria-hidden />}
          label={t('firmware')}
          {...(device.sw && { hint: t('firmwareNow', { version: device.sw }) })}
          to={pathTo('device-upgrade', { gatewayId: device.id })}
        />
      </Rows>
    </Card>
  )
}
