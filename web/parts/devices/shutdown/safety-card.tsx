import { CircleHelp, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { exposedVoltage, SAFE_BELOW_V, shutdownSafety } from '#domain/telemetry/shutdown-safety.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import { useNow } from '../../../kit/time/now.ts'
import { statusTone, type Status } from '../../states/status-pill.tsx'
import { staleAfterMs, type DeviceDetail } from '../device-facts.ts'
import { DeviceStates } from '../device-states.tsx'
import { ReadingAge } from '../reading-age.tsx'
import styles from './shutdown.module.css'

const looks = {
  safe: { Icon: ShieldCheck, tone: 'producing' },
  live: { Icon: ShieldAlert, tone: 'fault' },
  unknown: { Icon: CircleHelp, tone: 'unknown' },
} as const satisfies Record<string, { Icon: typeof ShieldAlert; tone: Status }>

/** Whether the conductors are dead, why, and how old that knowledge is. Anything less than certain is not. */
export function SafetyCard({ detail, children }: { detail: DeviceDetail; children?: ReactNode }) {
  const t = useTranslations('device.shutdown')
  const format = useFormat()
  const now = useNow()
  const { device, latest } = detail
  // Behind a gateway that is gone nothing would tell that it has closed since.
  const online = device.online && detail.gateway?.online !== false
  const { verdict, reasons } = shutdownSafety({ now, online, reading: latest })
  const { Icon, tone } = looks[verdict]
  const limit = `${format.number(SAFE_BELOW_V)} ${format.write('voltage', SAFE_BELOW_V).unit}`
  const volts = format.text('voltage', latest && exposedVoltage(latest))
  return (
    <Card>
      <DeviceStates
        detail={detail}
        end={<ReadingAge at={device.lastAt} staleAfterMs={staleAfterMs(detail)} />}
      />
      <div className={classes(styles.verdict, statusTone(tone))}>
        <Icon size={34} aria-hidden />
        <div>
          <p className={styles.word}>{t(`safety.${verdict}`)}</p>
          <p>{t(`safetyText.${verdict}`, { limit })}</p>
        </div>
      </div>
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{t(`reason.${reason}`, { volts, limit })}</li>
          ))}
        </ul>
      )}
      <p className={styles.foot}>{t('measure')}</p>
      {children}
    </Card>
  )
}
