import { useTranslations } from 'use-intl'
import { stationConditions, type StationCondition } from '#domain/stations/station-kinds.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { StateDot, statusTone } from '../states/status-pill.tsx'
import { Chips } from '../../kit/chips.tsx'

type ConditionChipsProps = {
  counts: Record<StationCondition, number>
  value: StationCondition | undefined
  onChange: (value: StationCondition | undefined) => void
}

/** How many stations are in which condition, worst first; a press shows those alone. */
export function ConditionChips({ counts, value, onChange }: ConditionChipsProps) {
  const t = useTranslations('stations')
  const state = useTranslations('state')
  const format = useFormat()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <Chips
      label={t('conditions')}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
      options={[
        { value: 'all' as const, label: t('all'), count: format.number(all) },
        ...stationConditions
          .filter((one) => counts[one] > 0 || one === value)
          .map((one) => ({
            value: one,
            label: state(one),
            icon: <StateDot />,
            tone: statusTone(one),
            count: format.number(counts[one]),
          })),
      ]}
    />
  )
}
