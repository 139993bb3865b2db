import { useState } from 'react'
import { REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useTranslations } from 'use-intl'
import { Fields } from '../../../kit/field.tsx'
import { AreaField } from '../../../kit/text-field.tsx'
import { VerifyLine } from '../verify-line.tsx'
import { useOrderAct } from '../use-order-act.ts'
import { ActForm } from './act-form.tsx'
import type { ActSheetProps } from './act-sheet.ts'
import { takeAction } from './take-action.ts'
import select from '../../../kit/select-field.module.css'
import styles from '../order.module.css'

const nexts = [12, 13] as const

/** The review: passed, or failed with what is missing and who goes on. Says whether the device is back. */
export function ReviewSheet({ order, action, onClose, onDone }: ActSheetProps) {
  const t = useTranslations('order')
  const form = useOrderAct()
  const [remark, setRemark] = useState('')
  const [next, setNext] = useState<12 | 13>(12)
  const [tried, setTried] = useState(false)
  const fails = action.needs.includes('remark')
  const missing = fails && remark.trim() === ''
  const send = async (): Promise<void> => {
    setTried(true)
    if (missing) return
    const body = {
      no: action.no,
      ...(remark.trim() && { remark: remark.trim() }),
      ...(fails && { next }),
    }
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
      kind={fails ? 'danger' : 'primary'}
    >
      <VerifyLine order={order} />
      <Fields>
        <AreaField
          label={t('optionalRemark')}
          optional={!fails}
          help={fails ? t('failedHelp') : undefined}
          error={tried && missing ? t('required') : undefined}
          value={remark}
          maxLength={REMARK_MAX}
          onChange={(event) => setRemark(event.target.value)}
        />
      </Fields>
      {fails && (
        <fieldset className={styles.choices}>
          <legend>{t('next')}</legend>
          {nexts.map((one) => (
            <label key={one} className={select.option}>
              <input type="radio" name="next" checked={next === one} onChange={() => setNext(one)} />
              <span className={select.text}>
                {t(one === 12 ? 'nextOriginal' : 'nextOther')}
                <span className={select.hint}>
                  {one === 12
                    ? t('nextOriginalText', { name: order.handler?.name ?? '–' })
                    : t('nextOtherText')}
                </span>
              </span>
              <span className={styles.radio} aria-hidden />
            </label>
          ))}
        </fieldset>
      )}
    </ActForm>
  )
}
