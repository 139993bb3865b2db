import { useTranslations } from 'use-intl'
import { serverNow } from '../../kit/time/clock.ts'
import { todayIn } from '../../kit/chart/period.ts'
import { FieldPair } from '../../kit/field.tsx'
import { InstantField } from '../../kit/instant-field.tsx'
import { NumberField } from '../../kit/number-field.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { zoneName } from '../stations/zone-text.ts'
import { useDuration } from './use-duration.ts'

type Plan = { startAt: number | null; endAt: number | null; hours: number | null }
type PlanFieldsProps = {
  plan: Plan
  timeZone: string
  wrong: { end?: true; hours?: true }
  onChange: (change: Partial<Plan>) => void
}

const year = (day: string, by: number): string => `${Number(day.slice(0, 4)) + by}${day.slice(4)}`

/** When it is to begin and to end, at the station, and how long it may take once it has begun. */
export function PlanFields({ plan, timeZone, wrong, onChange }: PlanFieldsProps) {
  const t = useTranslations('order')
  const { language } = useFormat()
  const duration = useDuration()
  const today = todayIn(serverNow(), timeZone)
  const days = {
    min: year(today, -1).replace(/-02-29$/, '-02-28'),
    max: `${year(today, 3).slice(0, 4)}-12-31`,
    startAt: today,
  }
  const { startAt, endAt, hours } = plan
  return (
    <>
      <FieldPair>
        <InstantField
          label={t('add.start')}
          optional
          value={startAt}
          timeZone={timeZone}
          {...days}
          startClock="08:00"
          onChange={(next) => onChange({ startAt: next })}
        />
        <InstantField
          label={t('add.end')}
          optional
          value={endAt}
          timeZone={timeZone}
          {...days}
          startClock="17:00"
          error={wrong.end ? t('add.endBefore') : undefined}
          help={t('add.zone', { zone: zoneName(language, timeZone, serverNow()) })}
          onChange={(next) => onChange({ endAt: next })}
        />
      </FieldPair>
      <NumberField
        label={t('add.minutes')}
        unit={t('add.hours')}
        help={
          hours !== null && hours > 0
            ? `${duration(hours * 3_600_000)} · ${t('add.minutesHelp')}`
            : t('add.minutesHelp')
        }
        error={wrong.hours ? t('range', { min: 0.1, max: 2160 }) : undefined}
        value={hours}
        onChange={(next) => onChange({ hours: next })}
      />
    </>
  )
}
