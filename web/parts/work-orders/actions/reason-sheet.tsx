import { useState } from 'react'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { Fields } from '../../../kit/field.tsx'
import { AreaField, TextField } from '../../../kit/text-field.tsx'
import { useOrderAct } from '../use-order-act.ts'
import { ActForm } from './act-form.tsx'
import type { ActSheetProps } from './act-sheet.ts'
import { takeAction } from './take-action.ts'
import styles from '../order.module.css'

const helped = ['reject', 'abandon', 'discarded'] as const

/** Reject, abandon, discard: a reason, and where it cannot be taken back the number of the order. */
export function ReasonSheet({ order, action, onClose, onDone }: ActSheetProps) {
  const t = useTranslations('order')
  const form = useOrderAct()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const confirms = action.needs.includes('confirmation')
  const right = !confirms || typed.trim().toUpperCase() === order.no.toUpperCase()
  const missing = reason.trim() === ''
  const help = helped.find((one) => one === action.name)
  const send = async (): Promise<void> => {
    setTried(true)
    if (missing || !right) return
    const body = {
      no: action.no,
      reason: reason.trim(),
      ...(confirms && { confirmation: typed.trim().toUpperCase() }),
    }
    const taken = await form.run((keyFor) => takeAction(order, body, keyFor))
    if (taken) onDone(action, taken)
  }
  // It is red once a press would do it. Until then a press says what is missing.
  const kind = !confirms ? 'primary' : right && !missing ? 'danger' : 'dim'
  return (
    <ActForm order={order} action={action} onClose={onClose} form={form} onSend={send} kind={kind}>
      {confirms && <p className={styles.quiet}>{t('discardText')}</p>}
      <Fields>
        <AreaField
          label={t('reason')}
          help={help && t(`reasonHelp.${help}`)}
          error={tried && missing ? t('required') : undefined}
          value={reason}
          maxLength={REMARK_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
        {confirms && (
          <TextField
            label={t('number')}
            toType={
              <>
                {t('typeNumber')} <b>{order.no}</b>
              </>
            }
            error={tried && !right ? t('differs') : undefined}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Fields>
    </ActForm>
  )
}
