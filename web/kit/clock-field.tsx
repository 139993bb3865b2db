import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldLook } from './field.tsx'
import { PickerField } from './picker-field.tsx'
import { two } from './two-digits.ts'
import { WheelSheet } from './wheel-sheet.tsx'
import { Wheel, Wheels } from './wheel.tsx'
import { useFormat } from './words/use-format.ts'

const hours = Array.from({ length: 24 }, (_, at) => two(at))
const minutes = Array.from({ length: 60 }, (_, at) => two(at))

type ClockSheetProps = {
  open: boolean
  title: string
  /** `HH:MM`, 0 to 24 hours. */
  value: string
  onDone: (clock: string) => void
  onClose: () => void
}

/** Wheels for hour and minute in a sheet: 24 hours in every language, as all clocks of the app. */
export function ClockSheet(given: ClockSheetProps) {
  const { language } = useFormat()
  const named = new Intl.DisplayNames(language === 'en' ? 'en' : 'zh-Hans', { type: 'dateTimeField' })
  return (
    <WheelSheet {...given}>
      {({ shown, turn }) => {
        const [hour = '00', minute = '00'] = shown.split(':')
        return (
          <Wheels>
            <Wheel
              label={named.of('hour') ?? ''}
              items={hours}
              index={Number(hour)}
              onChange={(at) => turn(`${two(at)}:${minute}`)}
            />
            <Wheel
              label={named.of('minute') ?? ''}
              items={minutes}
              index={Number(minute)}
              onChange={(at) => turn(`${hour}:${two(at)}`)}
            />
          </Wheels>
        )
      }}
    </WheelSheet>
  )
}

type ClockFieldProps = FieldLook & {
  /** `HH:MM`; null = not set. */
  value: string | null
  onChange: (clock: string) => void
}

/** A field for a time of day, chosen with wheels. */
export function ClockField({ value, onChange, ...look }: ClockFieldProps) {
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  return (
    <>
      <PickerField
        {...look}
        text={value ?? t('select')}
        empty={value === null}
        opensSheet
        onPress={() => setOpen(true)}
      />
      <ClockSheet
        open={open}
        title={look.label}
        value={value ?? '12:00'}
        onDone={onChange}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
