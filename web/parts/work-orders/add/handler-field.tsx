import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../kit/button.tsx'
import { PickerField } from '../../../kit/picker-field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { HandlerList } from '../actions/handler-list.tsx'
import type { OrderDraft } from './order-draft.ts'
import order from '../order.module.css'

type HandlerFieldProps = {
  stationId: string
  value: OrderDraft['handler']
  onChange: (handler: OrderDraft['handler']) => void
}

/** Who gets the order at once; without one it waits for its dispatcher. */
export function HandlerField({ stationId, value, onChange }: HandlerFieldProps) {
  const t = useTranslations('order')
  const [open, setOpen] = useState(false)
  const text = value?.name ?? t('add.later')
  return (
    <>
      <PickerField
        label={t('add.handler')}
        optional
        text={text}
        empty={!value}
        opensSheet
        onPress={() => setOpen(true)}
      />
      {open && (
        <Sheet open title={t('add.handler')} onClose={() => setOpen(false)}>
          <div className={order.sheet}>
            <HandlerList
              stationId={stationId}
              value={value?.id ?? null}
              present={null}
              onChange={({ id, name }) => {
                onChange({ id, name })
                setOpen(false)
              }}
            />
            <Button
              kind="quiet"
              onClick={() => {
                onChange(null)
                setOpen(false)
              }}
            >
              {t('add.later')}
            </Button>
          </div>
        </Sheet>
      )}
    </>
  )
}
