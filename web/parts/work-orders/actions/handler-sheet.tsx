import { useState } from 'react'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { Fields } from '../../../kit/field.tsx'
import { AreaField } from '../../../kit/text-field.tsx'
import { useOrderAct } from '../use-order-act.ts'
import { ActForm } from './act-form.tsx'
import type { ActSheetProps } from './act-sheet.ts'
import { HandlerList } from './handler-list.tsx'
import { takeAction } from './take-action.ts'

/** Dispatch and reassign: to whom, and a word with it. */
export function HandlerSheet({ order, action, onClose, onDone }: ActSheetProps) {
  const t = useTranslations('order')
  const form = useOrderAct()
  const [handlerId, setHandlerId] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const send = async (): Promise<void> => {
    if (handlerId === null) return form.blame({}, t('required'))
    const body = { no: action.no, handlerId, ...(remark.trim() && { remark: remark.trim() }) }
    const taken = await form.run((keyFor) => takeAction(order, body, keyFor))
    if (taken) onDone(action, taken)
  }
  return (
    <ActForm
      order={order}
      action={action}
      onClose={onClose}
      form={form}
      onSend={send}
      disabled={handlerId === null}
    >
      <HandlerList
        stationId={order.station.id}
        value={handlerId}
        present={action.name === 'reassign' ? (order.handler?.id ?? null) : null}
        onChange={({ id }) => {
          form.blame({})
          setHandlerId(id)
        }}
      />
      <Fields>
        <AreaField
          label={t('optionalRemark')}
          optional
          value={remark}
          maxLength={REMARK_MAX}
          onChange={(event) => setRemark(event.target.value)}
        />
      </Fields>
    </ActForm>
  )
}
