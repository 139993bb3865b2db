import { Check, ChevronRight, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { Dotted } from '../../kit/dotted.tsx'
import { classes } from '../../kit/classes.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathTo } from '../../paths.ts'
import { useOpenAlarms } from '../alarms/open-alarms.tsx'
import { silenceOf, type DeviceDetail } from '../devices/device-facts.ts'
import { levelMarks } from '../states/marks.ts'
import { levelTone, statusTone } from '../states/status-pill.tsx'
import styles from './device-page.module.css'

/**
 * What is wrong with a device, in one line: its worst alarm, else that it has shut down, else that nothing is open. Why
 * nothing is heard of it stands above.
 */
export function TroubleLine({ detail, onMore }: { detail: DeviceDetail; onMore: () => void }) {
  const t = useTranslations('device.trouble')
  const format = useFormat()
  const now = useNow()
  const { device } = detail
  const { data } = useOpenAlarms({ deviceId: device.id }, useAllowed('om:alarm:view'))
  if (device.removedAt !== null) return null
  const [worst] = data?.alarms ?? []
  if (data && worst) {
    const Icon = levelMarks[worst.level]
    const others = data.alarms.length - 1
    const said = (
      <>
        <Icon size={18} aria-hidden />
        <span className={styles.said}>
          <b>{worst.name[format.language]}</b>
          <span>
            <Dotted
              parts={[
                format.age(worst.occurredAt, now),
                others > 0 && t(data.next === null ? 'more' : 'manyMore', { count: String(others) }),
              ]}
            />
          </span>
        </span>
        <ChevronRight size={18} className={styles.onward} aria-hidden />
      </>
    )
    const look = classes(styles.trouble, levelTone(worst.level))
    return others === 0 ? (
      <Go to={pathTo('alarm-detail', { alarmId: worst.id })} className={look}>
        {said}
      </Go>
    ) : (
      <button type="button" className={look} onClick={onMore}>
        {said}
      </button>
    )
  }
  if (silenceOf(detail, now) !== null && silenceOf(detail, now) !== 'asleep') return null
  if (device.state === 'shutdown' && !detail.switchedOff && device.kind !== 'shutdown')
    return (
      <Plain tone={statusTone('fault')} icon={<TriangleAlert size={18} aria-hidden />}>
        {t('shutdown')}
      </Plain>
    )
  return data && <Plain icon={<Check size={18} aria-hidden />}>{t('none')}</Plain>
}

function Plain({ tone, icon, children }: { tone?: string; icon: ReactNode; children: string }) {
  return (
    <p className={classes(styles.trouble, tone ?? styles.calm)}>
      {icon}
      {children}
    </p>
  )
}
