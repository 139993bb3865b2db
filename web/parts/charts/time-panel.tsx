import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { localeOf } from '../../kit/words/language.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { classes } from '../../kit/classes.ts'
import { firstDay, periodKey, periods, type Period } from '../../kit/chart/period.ts'
import { IconButton } from '../../kit/page.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import { monthGrid, monthsOf, stepMonth, weekdays } from './calendar.ts'
import { SidePanel } from './side-panel.tsx'
import styles from './panel.module.css'

type TimePanelProps = {
  period: Period
  /** Key of what is shown, and the days that are compared with it. */
  shown: string
  days: readonly string[]
  today: string
  /** How many more days can be chosen. */
  room: number
  daysOnly: boolean
  onPeriod: (period: Period, of: string | undefined) => void
  onDays: (days: readonly string[]) => void
  onClose: () => void
}

/** Day, month, year or lifetime, and which; of days also several. */
export function TimePanel(props: TimePanelProps) {
  const { period, shown, days, today, room, daysOnly, onPeriod, onClose } = props
  const t = useTranslations('chart.full')
  const words = useTranslations('chart.period')
  const [several, setSeveral] = useState(days.length > 1)
  const note =
    period === 'day' && several ? (room > 0 ? t('daysLeft', { count: room }) : t('daysFull')) : undefined
  return (
    <SidePanel title={t('time')} wide onClose={onClose}>
      <div className={styles.choices}>
        {!daysOnly && (
          <Segmented
            label={words('label')}
            value={period}
            options={periods.map((value) => ({ value, label: words(value) }))}
            onChange={(next) => onPeriod(next, periodKey(next, shown === '' ? undefined : shown, today))}
          />
        )}
        {period === 'day' && (
          <Segmented
            label={t('howMany')}
            value={several ? 'several' : 'one'}
            options={[
              { value: 'one', label: t('oneDay') },
              { value: 'several', label: t('severalDays') },
            ]}
            onChange={(value) => {
              setSeveral(value === 'several')
              if (value === 'one') props.onDays(days.slice(0, 1))
            }}
          />
        )}
        {note && (
          <p className={styles.plainNote} role="status">
            {note}
          </p>
        )}
      </div>
      {period === 'day' && <Days {...props} several={several} />}
      {(period === 'month' || period === 'year') && <Spans {...props} period={period} />}
    </SidePanel>
  )
}

function Days({ days, today, room, several, onDays, onClose }: TimePanelProps & { several: boolean }) {
  const t = useTranslations('chart.full')
  const format = useFormat()
  const [month, setMonth] = useState((days[0] ?? today).slice(0, 7))
  const press = (day: string): void => {
    if (!several) {
      onDays([day])
      onClose()
    } else if (!days.includes(day)) onDays([...days, day])
    else if (days.length > 1) onDays(days.filter((one) => one !== day))
  }
  return (
    <div>
      <div className={styles.months}>
        <IconButton
          label={t('monthBefore')}
          disabled={month <= firstDay.slice(0, 7)}
          onClick={() => setMonth(stepMonth(month, -1))}
        >
          <ChevronLeft size={20} aria-hidden />
        </IconButton>
        <output>{format.day(month)}</output>
        <IconButton
          label={t('monthAfter')}
          disabled={month >= today.slice(0, 7)}
          onClick={() => setMonth(stepMonth(month, 1))}
        >
          <ChevronRight size={20} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.grid} style={{ '--columns': 7 } as CSSProperties}>
        {weekdays(localeOf(format.language)).map((name, no) => (
          // oxlint-disable-next-line react/no-array-index-key -- two weekdays may be written alike
          <span key={no} aria-hidden>
            {name}
          </span>
        ))}
        {monthGrid(month).map((day, no) =>
          day === null ? (
            // oxlint-disable-next-line react/no-array-index-key -- blanks before the first day have no name
            <span key={`lead ${no}`} />
          ) : (
            <button
              type="button"
              key={day}
              className={classes(styles.cell, day === today && styles.now)}
              aria-pressed={days.includes(day)}
              aria-label={format.day(day)}
              disabled={day > today || (several && room === 0 && !days.includes(day))}
              onClick={() => press(day)}
            >
              {Number(day.slice(-2))}
            </button>
          ),
        )}
      </div>
    </div>
  )
}

/** Months of a year, or years. */
function Spans({ period, shown, today, onPeriod, onClose }: TimePanelProps & { period: 'month' | 'year' }) {
  const t = useTranslations('chart.full')
  const format = useFormat()
  const [year, setYear] = useState(Number(shown.slice(0, 4)))
  const present = Number(today.slice(0, 4))
  const first = Number(firstDay.slice(0, 4))
  const step = period === 'month' ? 1 : 12
  const keys =
    period === 'month'
      ? monthsOf(String(year))
      : Array.from({ length: 12 }, (_, no) => String(year - 11 + no)).filter((one) => Number(one) >= first)
  return (
    <div>
      <div className={styles.months}>
        <IconButton
          label={t('earlierYears')}
          disabled={year - step < first}
          onClick={() => setYear(year - step)}
        >
          <ChevronLeft size={20} aria-hidden />
        </IconButton>
        <output>{period === 'month' ? format.day(String(year)) : `${keys[0]} – ${keys.at(-1)}`}</output>
        <IconButton
          label={t('laterYears')}
          disabled={year >= present}
          onClick={() => setYear(Math.min(present, year + step))}
        >
          <ChevronRight size={20} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.grid} style={{ '--columns': period === 'month' ? 4 : 3 } as CSSProperties}>
        {keys.map((one) => (
          <button
            type="button"
            key={one}
            className={styles.cell}
            aria-pressed={one === shown}
            aria-label={format.day(one)}
            disabled={one > today.slice(0, one.length)}
            onClick={() => {
              onPeriod(period, one)
              onClose()
            }}
          >
            {period === 'month' ? Number(one.slice(-2)) : one}
          </button>
        ))}
      </div>
    </div>
  )
}
