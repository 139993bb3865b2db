import { useState } from 'react'
import { CLEAR_REMARK_MAX } from '#domain/alarms/limits.ts'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { Button } from '../../kit/button.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './alarms.module.css'

type ClearSheetProps = {
  ids: readonly string[]
  /** So many of them are closed already. */
  closed?: number
  onClose: () => void
  onCleared: () => void
}

/** Asks for the remark; nothing that was typed is lost when it fails. */
export function ClearSheet({ ids, closed = 0, onClose, onCleared }: ClearSheetProps) {
  const t = useTranslations('alarms')
  const again = closed === ids.length
  const [remark, setRemark] = useState('')
  const act = useAct()
  const [missing, setMissing] = useState(false)
  const clear = async (): Promise<void> => {
    setMissing(remark.trim() === '')
    if (remark.trim() === '') return
    const body = { ids: [...ids], remark: remark.trim() }
    if (!(await act.send('POST /api/alarms/clear', { body }))) return
    toast(t('cleared'))
    onCleared()
  }
  return (
    <Sheet open onClose={onClose} title={t('clearTitle', { count: ids.length })}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void clear()
        }}
      >
        {!again && <p className={styles.quiet}>{t('clearText')}</p>}
        {closed > 0 && <p className={styles.quiet}>{t('againText', { count: closed, all: ids.length })}</p>}
        <AreaField
          label={t('remark')}
          help={t('remarkHelp')}
          error={missing && remark.trim() === '' ? t('required') : undefined}
          value={remark}
          maxLength={CLEAR_REMARK_MAX}
          onChange={(event) => setRemark(event.target.value)}
        />
        <FormFailure text={act.failed} />
        <Button type="submit" wide busy={act.busy}>
          {t(again ? 'clearAgain' : 'clear')}
        </Button>
      </form>
    </Sheet>
  )
}
