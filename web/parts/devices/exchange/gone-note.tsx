import { Archive } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import { Note } from '../../states/note.tsx'

/** That this is the record of a device which is no longer there, and what came in its stead. */
export function GoneNote({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('exchange')
  const format = useFormat()
  const { device, replacedBy, station } = detail
  if (device.removedAt === null) return null
  return (
    <Note
      tone="unknown"
      icon={<Archive size={18} />}
      title={t('goneTitle', { instant: format.instant(device.removedAt, station.timeZone) })}
    >
      <p>{replacedBy ? t('goneReplaced', { sn: replacedBy.sn }) : t('goneText')}</p>
      {replacedBy && <Go to={pathToDevice(device.kind, replacedBy.id)}>{t('openNew')}</Go>}
    </Note>
  )
}
