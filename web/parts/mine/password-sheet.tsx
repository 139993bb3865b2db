import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { usePerson } from '../../app/session/session.ts'
import { ApiError } from '../../app/data/api-error.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { PasswordField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { isShortPassword } from './password-length.ts'
import { typedText } from '../../app/acts/typed-text.ts'
import { useAct } from '../../app/acts/use-act.ts'
import styles from './mine.module.css'

const fields = ['present', 'next', 'repeated'] as const

export function PasswordSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('mine')
  return (
    <Sheet open={open} title={t('password')} onClose={onClose}>
      <PasswordForm onDone={onClose} />
    </Sheet>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('mine')
  const accounts = useTranslations('accounts')
  const person = usePerson()
  const form = useAct({
    fields,
    fieldOf: { password_too_short: 'next', password_common: 'next' },
    refused: (error) => {
      // Here the account is not in question.
      if (!(error instanceof ApiError && error.code === 'wrong_credentials')) return undefined
      form.blame({ present: t('presentWrong') })
      return true
    },
  })
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [present, next, repeated] = fields.map((name) => typedText(typed, name))
    const missing = fields.filter((name) => !typed.get(name))
    if (missing.length > 0)
      return form.blame(Object.fromEntries(missing.map((name) => [name, accounts('required')])))
    if (isShortPassword(next ?? '')) return form.blame({ next: t('passwordShort') })
    if (next !== repeated) return form.blame({ repeated: t('passwordsDiffer') })
    const body = { present: present ?? '', next: next ?? '' }
    if (!(await form.send('PUT /api/me/password', { body }))) return
    toast(t('passwordChanged'))
    onDone()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {/* Password managers need to know whose it is. */}
      <input type="hidden" name="username" autoComplete="username" value={person?.account ?? ''} readOnly />
      <Fields>
        <PasswordField
          label={t('presentPassword')}
          name="present"
          autoComplete="current-password"
          error={form.wrong.present}
          onInput={() => form.clear('present')}
          data-first
        />
        <PasswordField
          label={t('nextPassword')}
          name="next"
          autoComplete="new-password"
          help={t('passwordHelp')}
          error={form.wrong.next}
          onInput={() => form.clear('next')}
          onBlur={({ target }) => {
            if (target.value && isShortPassword(target.value))
              form.blame({ ...form.wrong, next: t('passwordShort') })
          }}
        />
        <PasswordField
          label={t('repeatPassword')}
          name="repeated"
          autoComplete="new-password"
          error={form.wrong.repeated}
          onInput={() => form.clear('repeated')}
        />
      </Fields>
      <div className={styles.act}>
        <p className={styles.note}>{t('passwordEnds')}</p>
        <FormFailure text={form.failed} />
        <Button type="submit" wide busy={form.busy}>
          {t('password')}
        </Button>
      </div>
    </form>
  )
}
