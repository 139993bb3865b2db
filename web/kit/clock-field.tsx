import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldLook } from './field.tsx'
import { PickerField } from './picker-field.tsx'
import { Sheet } from './sheet.tsx'
import { Wheel, Wheels } from './wheel.tsx'
import { useFormat } from './words/use-format.ts'

const two = (value: number): string => String(value).padStart(2, '0')
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
export function ClockSheet({ open, title, value, onDone, onClose }: ClockSheetProps) {
  const { language } = useFormat()
  const [turned, setTurned] = useState<string | null>(null)
  const shown = turned ?? value
  const [hour = '00', minute = '00'] = shown.split(':')
  const named = new Intl.DisplayNames(language === 'en' ? 'en' : 'zh-Hans', { type: 'dateTimeField' })
  const close = (): void => {
    setTurned(null)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      done={{
        onPress: () => {
          onDone(shown)
          close()
        },
      }}
    >
      <Wheels>
        <Wheel
          label={named.of('hour') ?? ''}
          items={hours}
          index={Number(hour)}
          onChange={(at) => setTurned(`${two(at)}:${minute}`)}
        />
        <Wheel
          label={named.of('minute') ?? ''}
          items={minutes}
          index={Number(minute)}
          onChange={(at) => setTurned(`${hour}:${two(at)}`)}
        />
      </Wheels>
    </Sheet>
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
