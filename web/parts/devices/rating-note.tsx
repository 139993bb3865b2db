import { CircleHelp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { pathTo } from '../../paths.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { Note } from '../states/note.tsx'
import type { DeviceDetail } from './device-facts.ts'
import { ratedText } from './rated-text.ts'
import styles from './parts.module.css'

/**
 * Asks whether the rating is right when the device's own counter shows more, and tells who may edit the device where
 * it is corrected: a rating comes with the gateway's list of devices.
 */
export function RatingNote({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('device.beyondRating')
  const format = useFormat()
  const mayEdit = useAllowed('device:device:edit', detail.station.id)
  const { device, gateway } = detail
  // What an earlier version has kept of the device does not know it.
  if (!device.beyondRatedW || device.ratedW === null) return null
  const corrects = mayEdit && device.removedAt === null
  return (
    <div className={styles.ratingNote}>
      <Note
        tone="curtailed"
        icon={<CircleHelp size={18} />}
        title={t('title', { rated: ratedText(format, device.ratedW) })}
      >
        <p>{t('text', { shown: format.text('power', device.beyondRatedW) })}</p>
        {corrects && <p>{t('correct')}</p>}
        {corrects && gateway && (
          <Go to={pathTo('gateway-detail', { deviceId: gateway.id })}>{t('toGateway')}</Go>
        )}
      </Note>
    </div>
  )
}
