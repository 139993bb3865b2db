import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { call } from '../../app/data/call.ts'
import { newId } from '../../kit/new-id.ts'
import { refresh } from '../../app/data/query.ts'
import { Button } from '../../kit/button.tsx'
import { useFailureText } from '../../app/failure/error-state.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { AreaField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './alarms.module.css'

const remarkMax = 500

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
  const failureText = useFailureText()
  const [remark, setRemark] = useState('')
  /** The same act again has the same key; another remark is another act. */
  const [act, setAct] = useState(() => ({ remark: '', key: newId() }))
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState(false)
  const [failed, setFailed] = useState<string>()
  const clear = async (): Promise<void> => {
    if (busy) return
    setMissing(remark.trim() === '')
    if (remark.trim() === '') return
    const present = act.remark === remark.trim() ? act : { remark: remark.trim(), key: newId() }
    setAct(present)
    setBusy(true)
    setFailed(undefined)
    try {
      await call('POST /api/alarms/clear', {
        body: { ids: [...ids], remark: present.remark },
        key: present.key,
      })
      toast(t('cleared'))
      onCleared()
      await refresh('GET /api/alarms', 'GET /api/alarms/{alarmId}', 'GET /api/stations')
    } catch (error) {
      setFailed(failureText(error))
    } finally {
      setBusy(false)
    }
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
          maxLength={remarkMax}
          onChange={(event) => setRemark(event.target.value)}
        />
        <FormFailure text={failed} />
        <Button type="submit" wide busy={busy}>
          {t(again ? 'clearAgain' : 'clear')}
        </Button>
      </form>
    </Sheet>
  )
}
