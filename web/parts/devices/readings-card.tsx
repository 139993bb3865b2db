import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { staleAfterMs, type DeviceDetail } from './device-facts.ts'
import { QualityNote } from './quality-note.tsx'
import { ReadingAge, useIsOld } from './reading-age.tsx'
import styles from './parts.module.css'

type Reading = NonNullable<DeviceDetail['latest']>

type ReadingsCardProps = {
  detail: DeviceDetail
  /** The figures; `old` when they no longer speak for the present. */
  children: (reading: Reading, old: boolean) => ReactNode
}

/** The newest reading with its age and the doubts about it. */
export function ReadingsCard({ detail, children }: ReadingsCardProps) {
  const t = useTranslations('device.readings')
  const limitMs = staleAfterMs(detail)
  const { latest } = detail
  const old = useIsOld(latest?.ts ?? null, limitMs)
  if (!latest)
    return (
      <Card title={t('title')}>
        <EmptyState inline icon={<Radio size={26} aria-hidden />} title={t('none')} text={t('noneText')} />
      </Card>
    )
  return (
    <Card title={t('title')} action={<ReadingAge at={latest.ts} staleAfterMs={limitMs} />}>
      <div className={styles.stack}>
        <QualityNote flags={latest.flags} />
        {children(latest, old)}
      </div>
    </Card>
  )
}
