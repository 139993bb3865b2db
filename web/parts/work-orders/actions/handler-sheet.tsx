import { useState } from 'react'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../app/session/brand.tsx'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { AreaField } from '../../../kit/text-field.tsx'
import { useOrderAct } from '../use-order-act.ts'
import { actWord, type ActSheetProps } from './act-sheet.ts'
import { ChangedNote } from './changed-note.tsx'
import { HandlerList } from './handler-list.tsx'
import { takeAction } from './take-action.ts'
import styles from '../order.module.css'

/** Dispatch and reassign: to whom, and a word with it. */
export function HandlerSheet({ order, action, onClose, onDone }: ActSheetProps) {
  const t = useTranslations('order')
  const form = useOrderAct()
  const [handlerId, setHandlerId] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const word = t(`act.${actWord(action)}`)
  const send = async (): Promise<void> => {
    if (handlerId === null) return form.blame({}, t('required'))
    const body = { no: action.no, handlerId, ...(remark.trim() && { remark: remark.trim() }) }
    const taken = await form.run((keyFor) => takeAction(order, body, keyFor))
    if (taken) onDone(action, taken)
  }
  return (
    <Sheet open onClose={onClose} title={word}>
      <form
        noValidate
        className={styles.sheet}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <ChangedNote order={order} action={action} />
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
        <FormFailure text={form.failed} />
        <Button type="submit" wide busy={form.busy} disabled={handlerId === null}>
          {word}
        </Button>
      </form>
    </Sheet>
  )
}
