import { MapPin, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { pathTo, pathToDevice } from '../../../paths.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { IconButton } from '../../../kit/page.tsx'
import type { useArray } from '../use-array.ts'
import type { Mark } from './marked.ts'
import styles from './details.module.css'

type MarkLineProps = {
  mark: Mark
  /** How many modules are marked. */
  count: number
  array: ReturnType<typeof useArray>
  stationId: string
  onUnmark: () => void
}

/** What is marked, or that the layout has nothing of it. */
export function MarkLine({ mark, count, array, stationId, onUnmark }: MarkLineProps) {
  const t = useTranslations('topology.mark')
  const { deviceId, mppt, stringId } = mark
  if (deviceId === undefined && stringId === undefined) return null
  const string = array.array?.strings.find(({ id }) => id === stringId)
  const device = array.byId.get(deviceId ?? '')
  const name = string
    ? array.stringName(string)
    : device
      ? `${device.name || device.sn}${mppt === undefined || count === 0 ? '' : ` · MPPT ${mppt}`}`
      : t('gone')
  return (
    <div className={styles.markLine}>
      <MapPin size={16} aria-hidden />
      <p>
        {device ? <Go to={pathToDevice(device.kind, device.id)}>{name}</Go> : name}
        <span>
          {count > 0 ? t('marked', { count }) : t('absent')}
          {count === 0 && device && (
            <>
              {' '}
              <Go to={pathTo('device-topology', { stationId, deviceId, view: 'tree' })} replace>
                {t('tree')}
              </Go>
            </>
          )}
        </span>
      </p>
      <IconButton label={t('remove')} onClick={onUnmark}>
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  )
}
