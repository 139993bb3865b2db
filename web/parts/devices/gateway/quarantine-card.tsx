import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { Rows } from '../../../kit/row.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import parts from '../parts.module.css'
import styles from './gateway.module.css'

const reasons = {
  serial: true,
  other_gateway: true,
  is_gateway: true,
  not_a_child: true,
  replaced: true,
  too_many: true,
  same_serial: true,
} as const
const isReason = (reason: string): reason is keyof typeof reasons => reason in reasons

/** Serial numbers that a gateway speaks of and that are not its own. Nothing when there is none. */
export function QuarantineCard({
  quarantine,
  elsewhere,
}: {
  quarantine: NonNullable<DeviceDetail['link']>['quarantine']
  elsewhere: DeviceDetail['elsewhere']
}) {
  const t = useTranslations('gateway')
  const sheet = useTranslations('device.sheet')
  const format = useFormat()
  const now = useNow()
  const heldOf = new Map(elsewhere.flatMap((one) => (one.how === 'theirs' ? [[one.sn, one]] : [])))
  const why = (sn: string, reason: string): string => {
    const held = reason === 'other_gateway' ? heldOf.get(sn) : undefined
    if (held?.at) return t('heldAt', held.at)
    return held ? t('heldElsewhere') : t(`reason.${isReason(reason) ? reason : 'other'}`)
  }
  if (quarantine.length === 0) return null
  return (
    <Card title={t('quarantine')} flush>
      <p className={parts.under}>{t('quarantineText')}</p>
      <Rows>
        {[...quarantine]
          .sort((a, b) => b.lastAt - a.lastAt)
          .map(({ sn, reason, readings, lastAt }) => (
            <div key={sn} className={styles.stranger}>
              <CopyButton text={sn} what={sheet('sn')} />
              <p>{why(sn, reason)}</p>
              <p className={styles.strangerHint}>
                {t('quarantineReadings', { count: readings, age: format.age(lastAt, now) })}
              </p>
            </div>
          ))}
      </Rows>
    </Card>
  )
}
