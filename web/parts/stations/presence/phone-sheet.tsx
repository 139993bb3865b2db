import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../app/data/call.ts'
import { refresh } from '../../../app/data/query.ts'
import { Button } from '../../../kit/button.tsx'
import { useFailureText } from '../../../app/failure/error-state.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import styles from '../information-tab.module.css'

type PhoneSheetProps = { stationId: string; phone: string; onClose: () => void }

/** Where the person on site is reached. */
export function PhoneSheet({ stationId, phone, onClose }: PhoneSheetProps) {
  const t = useTranslations('presence')
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    const typed = String(new FormData(event.currentTarget).get('phone') ?? '').trim()
    setBusy(true)
    setFailed(undefined)
    call('POST /api/stations/{stationId}/check-in', { params: { stationId }, body: { phone: typed } })
      .then(() => {
        toast(t('saved'))
        onClose()
        return refresh('GET /api/stations/{stationId}/check-ins')
      })
      .catch((error: unknown) => setFailed(failureText(error)))
      .finally(() => setBusy(false))
  }
  return (
    <Sheet open onClose={onClose} title={t('phone')}>
      <form className={styles.form} onSubmit={save} noValidate>
        <Fields>
          <TextField
            label={t('phone')}
            help={t('phoneText')}
            error={failed}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={phone}
            maxLength={21}
          />
        </Fields>
        <div className={styles.act}>
          <Button type="submit" wide busy={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
