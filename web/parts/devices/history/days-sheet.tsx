import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { firstDay } from '../../../kit/chart/period.ts'
import { DateSheet } from '../../../kit/date-field.tsx'
import { Button } from '../../../kit/button.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { daysBefore } from './compare.ts'
import styles from './history.module.css'

type DaysSheetProps = {
  open: boolean
  /** The day that is shown. */
  shown: string
  today: string
  chosen: readonly string[]
  /** How many days can stand beside it. */
  most: number
  onChange: (days: readonly string[]) => void
  onClose: () => void
}

/** Which other days lie over the one that is shown: the day before, a week before, or any. */
export function DaysSheet({ open, shown, today, chosen, most, onChange, onClose }: DaysSheetProps) {
  const t = useTranslations('device.history')
  const format = useFormat()
  const [picking, setPicking] = useState(false)
  const near = [
    { day: daysBefore(shown, 1), word: t('dayBefore') },
    { day: daysBefore(shown, 7), word: t('weekBefore') },
  ]
  const others = chosen.filter((day) => !near.some((one) => one.day === day))
  const full = chosen.length >= most
  const options = [...near, ...others.map((day) => ({ day, word: '' }))]
  return (
    <>
      <Sheet open={open && !picking} title={t('days')} onClose={onClose}>
        <div className={styles.choices}>
          <p className={styles.notes}>{t('daysText', { count: most })}</p>
          <div className={styles.group}>
            {options.map(({ day, word }) => (
              <label key={day} className={styles.option}>
                <input
                  type="checkbox"
                  checked={chosen.includes(day)}
                  disabled={full && !chosen.includes(day)}
                  onChange={(event) =>
                    onChange(
                      event.target.checked ? [...chosen, day] : chosen.filter((other) => other !== day),
                    )
                  }
                />
                <span>{word || format.day(day)}</span>
                {word && <small>{format.day(day)}</small>}
              </label>
            ))}
          </div>
          <Button kind="soft" wide disabled={full} onClick={() => setPicking(true)}>
            {t('otherDay')}
          </Button>
        </div>
      </Sheet>
      <DateSheet
        open={picking}
        title={t('otherDay')}
        value={daysBefore(shown, 1)}
        min={firstDay}
        max={today}
        onDone={(day) => {
          if (day !== shown && !chosen.includes(day)) onChange([...chosen, day])
        }}
        onClose={() => setPicking(false)}
      />
    </>
  )
}
