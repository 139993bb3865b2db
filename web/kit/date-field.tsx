import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from './words/use-format.ts'
import { Button } from './button.tsx'
import type { FieldLook } from './field.tsx'
import { PickerField } from './picker-field.tsx'
import { two } from './two-digits.ts'
import wheel from './wheel.module.css'
import { Wheel, Wheels } from './wheel.tsx'
import { WheelSheet } from './wheel-sheet.tsx'

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day nearest to what was turned to: 31 turned to February is its last day. */
export const nearestDay = (year: number, month: number, day: number, min: string, max: string): string => {
  const exact = `${year}-${two(month)}-${two(Math.min(day, daysIn(year, month)))}`
  return exact < min ? min : exact > max ? max : exact
}

type DateSheetProps = {
  open: boolean
  title: string
  /** `YYYY-MM-DD`. */
  value: string
  min: string
  max: string
  /** How much is chosen. */
  parts?: 'day' | 'month' | 'year'
  /** The present day, chosen by one press; `label` says what that is: today, this month. */
  present?: { day: string; label: string }
  onDone: (day: string) => void
  onClose: () => void
}

/** Wheels for year, month and day in a sheet. With fewer `parts` the result is still a whole day. */
export function DateSheet({
  open,
  title,
  value,
  min,
  max,
  parts = 'day',
  present,
  onDone,
  onClose,
}: DateSheetProps) {
  const t = useTranslations('ui')
  const [firstYear] = numbers(min)
  const [lastYear] = numbers(max)
  const nearest = (y: number, m: number, d: number): string => nearestDay(y, m, d, min, max)
  return (
    <WheelSheet
      open={open}
      title={title}
      value={nearest(...numbers(value))}
      onDone={onDone}
      onClose={onClose}
    >
      {({ shown, turn, finish }) => {
        const [year, month, day] = numbers(shown)
        return (
          <>
            <Wheels>
              <Wheel
                label={t('year')}
                items={range(firstYear, lastYear).map(String)}
                index={year - firstYear}
                onChange={(at) => turn(nearest(firstYear + at, month, day))}
              />
              {parts !== 'year' && (
                <Wheel
                  label={t('month')}
                  items={range(1, 12).map(two)}
                  index={month - 1}
                  onChange={(at) => turn(nearest(year, at + 1, day))}
                />
              )}
              {parts === 'day' && (
                <Wheel
                  label={t('day')}
                  items={range(1, daysIn(year, month)).map(two)}
                  index={day - 1}
                  onChange={(at) => turn(nearest(year, month, at + 1))}
                />
              )}
            </Wheels>
            {present && (
              <div className={wheel.present}>
                <Button kind="soft" wide onClick={() => finish(present.day)}>
                  {present.label}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </WheelSheet>
  )
}

const numbers = (day: string): [number, number, number] => {
  const [year = 2000, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month, date]
}

type DateFieldProps = FieldLook & {
  /** `YYYY-MM-DD` or null. */
  value: string | null
  onChange: (day: string | null) => void
  min: string
  max: string
  /** Where the wheels stand while nothing is chosen. */
  startAt?: string
}

/** A field for a calendar day, chosen with wheels. */
export function DateField({ value, onChange, min, max, startAt, ...look }: DateFieldProps) {
  const t = useTranslations('ui')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const text = value ? format.day(value) : t('select')
  return (
    <>
      <PickerField {...look} text={text} empty={!value} opensSheet onPress={() => setOpen(true)} />
      <DateSheet
        open={open}
        title={look.label}
        value={value ?? startAt ?? max}
        min={min}
        max={max}
        onDone={onChange}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
