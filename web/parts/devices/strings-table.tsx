import { useTranslations } from 'use-intl'
import type { DeviceDetail } from './device-facts.ts'
import { ValuesTable } from './values-table.tsx'

type StringsTableProps = { reading: NonNullable<DeviceDetail['latest']>; old: boolean }

/** The current of each string that the device measures alone; nothing where it measures none. */
export function StringsTable({ reading, old }: StringsTableProps) {
  const t = useTranslations('device')
  if (!reading.strings || reading.strings.length === 0) return null
  return (
    <ValuesTable
      caption={t('metric.stringA')}
      head={t('strings.title')}
      old={old}
      columns={[{ label: t('readings.current'), measure: 'current' }]}
      rows={reading.strings.map(({ n, a }) => ({
        label: t('strings.string', { n: String(n) }),
        values: [a],
      }))}
    />
  )
}
