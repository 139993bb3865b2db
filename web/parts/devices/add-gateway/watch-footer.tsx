import { useTranslations } from 'use-intl'
import { useAllowed } from '../../../app/session/allowed.tsx'
import { pathTo, pathToDevice } from '../../../paths.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import styles from './adding.module.css'

/** Leaving while it is awaited; going on to what it brought once it has arrived. What hangs on it is added meanwhile too. */
export function WatchFooter({ detail, arrived }: { detail: DeviceDetail; arrived: boolean }) {
  const t = useTranslations('adding')
  const { station, device } = detail
  const mayAdd = useAllowed('device:device:add', station.id)
  const toStation = pathTo('station-detail', { stationId: station.id, tab: 'devices' })
  const addDevices = mayAdd && (
    <ButtonLink
      kind="soft"
      to={pathTo('add-generate-power-device', { stationId: station.id, gatewayId: device.id })}
    >
      {t('addDevices')}
    </ButtonLink>
  )
  if (!arrived) {
    return (
      <div className={styles.beside}>
        {addDevices}
        <Button kind="quiet" wide={!mayAdd} onClick={() => navigate.replace(toStation)}>
          {t('later')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.stacked}>
      <ButtonLink wide to={toStation}>
        {t('toDevices')}
      </ButtonLink>
      <div className={styles.beside}>
        {addDevices}
        <ButtonLink kind="quiet" to={pathToDevice('gateway', device.id)}>
          {t('toGateway')}
        </ButtonLink>
      </div>
    </div>
  )
}
