import { useTranslations } from 'use-intl'
import type { DeviceDetail } from './device-facts.ts'
import { ValuesTable } from './values-table.tsx'

type PhasesTableProps = { reading: NonNullable<DeviceDetail['latest']>; old: boolean }

/** Voltage and current of each phase; nothing where the device measures neither. */
export function PhasesTable({ reading, old }: PhasesTableProps) {
  const t = useTranslations('device.readings')
  const line = useTranslations('device.line')
  const { phaseV, phaseA } = reading
  const phases = Math.max(phaseV?.length ?? 0, phaseA?.length ?? 0)
  if (phases === 0) return null
  return (
    <ValuesTable
      caption={t('phases')}
      head={t('phase')}
      old={old}
      columns={[
        ...(phaseV ? [{ label: t('voltage'), measure: 'voltage' as const }] : []),
        ...(phaseA ? [{ label: t('current'), measure: 'current' as const }] : []),
      ]}
      rows={Array.from({ length: phases }, (_, no) => ({
        label: line('phase', { n: String(no + 1) }),
        values: [phaseV, phaseA].flatMap((values) => (values ? [values[no] ?? null] : [])),
      }))}
    />
  )
}
