import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { PickerField } from '../../../kit/picker-field.tsx'
import type { OrderDraft } from './order-draft.ts'

const HandlerChoice = lazySheet(async () => (await import('./handler-choice.tsx')).HandlerChoice)

type HandlerFieldProps = {
  stationId: string
  value: OrderDraft['handler']
  onChange: (handler: OrderDraft['handler']) => void
}

/** Who gets the order at once; without one it waits for its dispatcher. */
export function HandlerField({ stationId, value, onChange }: HandlerFieldProps) {
  const t = useTranslations('order')
  const [open, setOpen] = useState(false)
  return (
    <>
      <PickerField
        label={t('add.handler')}
        optional
        text={value?.name ?? t('add.later')}
        empty={!value}
        opensSheet
        onPress={() => setOpen(true)}
      />
      {open && (
        <HandlerChoice
          stationId={stationId}
          value={value}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
