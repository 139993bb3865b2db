import { CircleDashed, Moon, Unplug } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { silenceOf, type DeviceDetail } from './device-facts.ts'
import { Note } from '../states/note.tsx'

/** Why nothing new comes; nothing while the device reports. */
export function SilenceNote({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.silence')
  const format = useFormat()
  const silence = silenceOf(detail, useNow())
  const { device, gateway, station } = detail
  // What a shutdown device that was never heard means is said with its safety.
  const said = device.kind === 'shutdown' && device.lastAt === null && silence !== 'gateway_silent'
  if (!silence || said) return null
  const clock = device.lastAt === null ? '' : format.instant(device.lastAt, station.timeZone)
  if (silence === 'never' || silence === 'history')
    return (
      <Note tone="unknown" icon={<CircleDashed size={18} />}>
        <p>{t(silence)}</p>
      </Note>
    )
  if (silence === 'asleep')
    return (
      <Note tone="standby" icon={<Moon size={18} />}>
        <p>{t('asleep', { clock })}</p>
      </Note>
    )
  return (
    <Note tone="offline" icon={<Unplug size={18} />}>
      <p>{silence === 'silent' ? t('silent', { clock }) : t('gateway_silent')}</p>
      {silence === 'gateway_silent' && gateway && (
        <Go to={pathTo('gateway-detail', { deviceId: gateway.id })}>{t('toGateway')}</Go>
      )}
    </Note>
  )
}
