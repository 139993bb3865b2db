import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CLEAR_REMARK_MAX } from '#domain/alarms/limits.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { Button } from '../../kit/button.tsx'
import { Chips } from '../../kit/chips.tsx'
import { Form } from '../../kit/form.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { useNow } from '../../kit/time/now.ts'
import { toast } from '../../kit/toast.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import styles from './alarms.module.css'

const hours = ['1', '4', '8', '24', '72', '168'] as const

type AcknowledgeSheetProps = {
  ids: readonly string[]
  timeZone: string
  onClose: () => void
  onDone: () => void
}

/** Seen by me, and quiet until then: for how long, and a word with it. */
export function AcknowledgeSheet({ ids, timeZone, onClose, onDone }: AcknowledgeSheetProps) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const act = useAct()
  const now = useNow()
  const [span, setSpan] = useState<(typeof hours)[number]>('4')
  const [remark, setRemark] = useState('')
  // The server takes at most a week from when it hears of it.
  const until = now + Number(span) * 3_600_000 - (span === '168' ? 60_000 : 0)
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
        <div className={styles.spans}>
          <Chips
            wrap
            label={t('quietFor')}
            value={span}
            onChange={setSpan}
            options={hours.map((value) => ({
              value,
              label: t(Number(value) < 24 ? 'quietHours' : 'quietDays', {
                count: Number(value) < 24 ? Number(value) : Number(value) / 24,
              }),
            }))}
          />
        </div>
        <p className={styles.quiet}>{t('quietUntil', { until: format.instant(until, timeZone) })}</p>
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
