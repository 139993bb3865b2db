import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CLEAR_REMARK_MAX } from '#domain/alarms/limits.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { Button } from '../../kit/button.tsx'
import { Form } from '../../kit/form.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { useNow } from '../../kit/time/now.ts'
import { toast } from '../../kit/toast.tsx'
import { QuietFor, type Span, untilOf } from './quiet-for.tsx'
import styles from './alarms.module.css'

type AcknowledgeSheetProps = {
  ids: readonly string[]
  timeZone: string
  onClose: () => void
  onDone: () => void
}

/** Seen by me, and quiet until then: for how long, and a word with it. */
export function AcknowledgeSheet({ ids, timeZone, onClose, onDone }: AcknowledgeSheetProps) {
  const t = useTranslations('alarms')
  const act = useAct()
  const now = useNow()
  const [span, setSpan] = useState<Span>('4')
  const [remark, setRemark] = useState('')
  const until = untilOf(span, now)
  const send = async (): Promise<void> => {
    const body = { ids: [...ids], until, ...(remark.trim() && { remark: remark.trim() }) }
    if (!(await act.send('POST /api/alarms/acknowledge', { body }))) return
    toast(t('acknowledged'))
    onDone()
  }
  return (
    <Sheet open onClose={onClose} title={t('acknowledgeTitle', { count: ids.length })}>
      <Form onSend={send} className={styles.form}>
        <p className={styles.quiet}>{t('acknowledgeText')}</p>
        <QuietFor span={span} until={until} timeZone={timeZone} onChange={setSpan} />
        <AreaField
          label={t('acknowledgeRemark')}
          optional
          value={remark}
          maxLength={CLEAR_REMARK_MAX}
          onChange={(event) => setRemark(event.target.value)}
        />
        <FormFailure text={act.failed} />
        <Button type="submit" wide busy={act.busy}>
          {t('acknowledge')}
        </Button>
      </Form>
    </Sheet>
  )
}
