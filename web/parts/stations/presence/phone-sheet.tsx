import type { FormEvent } from 'react'
import { SITE_PHONE_MAX } from '#domain/stations/limits.ts'
import { useTranslations } from 'use-intl'
import { typedText } from '../../../app/acts/typed-text.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import styles from '../information-tab.module.css'

type PhoneSheetProps = { stationId: string; phone: string; onClose: () => void }

/** Where the person on site is reached. */
export function PhoneSheet({ stationId, phone, onClose }: PhoneSheetProps) {
  const t = useTranslations('presence')
  const act = useAct()
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const body = { phone: typedText(new FormData(event.currentTarget), 'phone').trim() }
    if (!(await act.send('POST /api/stations/{stationId}/check-in', { params: { stationId }, body }))) return
    toast(t('saved'))
    onClose()
  }
  return (
    <Sheet open onClose={onClose} title={t('phone')}>
      <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        <Fields>
          <TextField
            label={t('phone')}
            help={t('phoneText')}
            error={act.failed}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            defaultValue={phone}
            maxLength={SITE_PHONE_MAX}
          />
        </Fields>
        <div className={styles.act}>
          <Button type="submit" wide busy={act.busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
