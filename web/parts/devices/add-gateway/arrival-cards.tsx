import { CircleCheckBig } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Card } from '../../../kit/card.tsx'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Figure } from '../../../kit/figure.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { nameOf, type DeviceDetail } from '../device-facts.ts'
import { Advice } from './advice.tsx'
import styles from './adding.module.css'
import { ArrivalList } from './arrival-list.tsx'
import { lateStep, type Arrival } from './arrival.ts'
import type { Address } from './gateway-draft.ts'

/** Which gateway is waited for; once it has arrived, what it reports. */
export function ArrivalHead({ detail, arrival }: { detail: DeviceDetail; arrival: Arrival }) {
  const t = useTranslations('adding')
  const { device, station } = detail
  return (
    <Card>
      <div className={styles.head}>
        {arrival.arrived && (
          <CircleCheckBig size={40} strokeWidth={1.7} className={styles.arrivedIcon} aria-hidden />
        )}
        <div className={styles.headTitle}>
          <h2>{t(arrival.arrived ? 'arrived' : 'waitingFor', { name: nameOf(device) })}</h2>
          {/* Without a name the title says the serial already. */}
          {!device.name && <CopyButton text={device.sn} what="SN" shown="" />}
        </div>
        <p className={styles.headHint}>
          {device.name && <CopyButton text={device.sn} what="SN" shown={`SN ${device.sn}`} />}
          <span>{station.name}</span>
        </p>
        {arrival.arrived && (
          <div className={styles.power}>
            <Figure
              label={t('powerNow')}
              measure="power"
              value={arrival.powerW}
              at={arrival.reportedAt}
              size="l"
            />
          </div>
        )}
      </div>
    </Card>
  )
}

/** The steps, with advice where one does not come. */
export function ArrivalProgress({
  detail,
  arrival,
  address,
}: {
  detail: DeviceDetail
  arrival: Arrival
  address: Address | null
}) {
  const now = useNow()
  const late = lateStep(arrival, detail.link?.reportS ?? detail.station.reportMin * 60, now)
  const step = late ?? (arrival.states.inventory === 'trouble' ? 'inventory' : null)
  return (
    <Card>
      <ArrivalList
        detail={detail}
        arrival={arrival}
        advice={
          step && {
            step,
            text: <Advice step={step} sn={detail.device.sn} address={address} link={detail.link} />,
          }
        }
      />
    </Card>
  )
}
