import { useTranslations } from 'use-intl'
import { REHEARSED_DAYS, REHEARSED_DAYS_MOST } from '#domain/alarms/rehearsal-days.ts'
import { addDays, dayAt } from '#domain/telemetry/local-days.ts'
import { DateField } from '../../kit/date-field.tsx'
import { useNow } from '../../kit/time/now.ts'

/** First and last day, both played through. */
export type Days = { from: string; to: string }

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)

/** Which days are played through: any that are kept, a month at most. null = the last thirty. */
export function RehearsalPeriod({
  value,
  timeZone,
  retainedFrom,
  onChange,
}: {
  value: Days | null
  timeZone: string
  retainedFrom: number
  onChange: (days: Days) => void
}) {
  const t = useTranslations('alarms')
  const today = dayAt(useNow(), timeZone)
  // The first day that is kept whole.
  const first = addDays(dayAt(retainedFrom, timeZone), 1)
  const { from, to } = value ?? { from: later(first, addDays(today, 1 - REHEARSED_DAYS)), to: today }
  return (
    <>
      <DateField
        label={t('rehearseFrom')}
        value={from}
        min={first}
        max={today}
        onChange={(day) => {
          if (day !== null)
            onChange({ from: day, to: later(day, earlier(to, addDays(day, REHEARSED_DAYS_MOST - 1))) })
        }}
      />
      <DateField
        label={t('rehearseTo')}
        help={t('rehearseMost', { days: String(REHEARSED_DAYS_MOST) })}
        value={to}
        min={first}
        max={today}
        onChange={(day) => {
          if (day !== null)
            onChange({ from: earlier(day, later(from, addDays(day, 1 - REHEARSED_DAYS_MOST))), to: day })
        }}
      />
    </>
  )
}
