import { useTranslations } from 'use-intl'
import type { Answer } from '../../../app/data/call-types.ts'
import { pathToDevice } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import styles from './history.module.css'

export type Exchange = Answer<'GET /api/places/{placeId}/curve'>['exchanges'][number]

/** Which devices came and went in this place, each with the record of the old one. */
export function ExchangeNotes({
  detail,
  exchanges,
  total,
}: {
  detail: DeviceDetail
  exchanges: readonly Exchange[]
  /** Of which those are the newest. */
  total: number
}) {
  const t = useTranslations('exchange')
  const format = useFormat()
  if (exchanges.length === 0) return null
  return (
    <div className={styles.notes}>
      {exchanges.map(({ at, oldDeviceId, oldSn, newSn }) => (
        <p key={at}>
          {t('exchangeLine', { instant: format.instant(at, detail.station.timeZone), oldSn, newSn })}{' '}
          <Go to={pathToDevice(detail.device.kind, oldDeviceId)}>{t('openOld', { sn: oldSn })}</Go>
        </p>
      ))}
      {total > exchanges.length && <p>{t('exchangesMore', { count: total - exchanges.length })}</p>}
    </div>
  )
}
