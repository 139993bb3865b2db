import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AsideReason } from '#domain/telemetry/counter-points.ts'
import { inParts } from '../../kit/words/in-parts.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import type { DeviceDetail } from './device-facts.ts'
import styles from './parts.module.css'

const reasons = {
  invalid: true,
  zero: true,
  conflict: true,
  noise: true,
  dip: true,
  jump: true,
  unconfirmed: true,
} as const satisfies Record<AsideReason, true>

const isReason = (reason: string): reason is AsideReason => reason in reasons
const shownFirst = 5

/** Counter readings that the energy ledger has set aside, newest first, each with why. Nothing when there is none. */
export function AsideCard({ aside, timeZone }: { aside: DeviceDetail['aside']; timeZone: string }) {
  const t = useTranslations('device.aside')
  const words = useTranslations('plain')
  const format = useFormat()
  const [shown, setShown] = useState(shownFirst)
  if (aside.length === 0) return null
  const newest = [...aside].sort((a, b) => b.ts - a.ts)
  const left = newest.length - shown
  return (
    <Card title={t('title')} flush>
      <p className={styles.under}>{t('text')}</p>
      <Rows>
        {newest.slice(0, shown).map(({ ts, energyTotalWh, reason, counter }) => (
          <Row
            key={`${ts} ${counter} ${energyTotalWh} ${reason}`}
            label={format.instant(ts, timeZone)}
            hint={inParts([counter && words(`counter.${counter}`), t(isReason(reason) ? reason : 'other')])}
            value={format.text('energy', energyTotalWh)}
          />
        ))}
      </Rows>
      {left > 0 && (
        <Button kind="plain" wide onClick={() => setShown(shown + 20)}>
          {t('more', { count: Math.min(20, left) })}
        </Button>
      )}
    </Card>
  )
}
