import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../data/call.ts'
import { confirmGate } from '../acts/confirm-gate.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { useFailureText } from '../failure/error-state.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { PasswordField } from '../../kit/text-field.tsx'
import { FormFailure } from './brand.tsx'
import styles from './confirm-sheet.module.css'
import { usePerson } from './session.ts'

/** Asks for the password again before something that a stolen session must not do; then that goes on by itself. */
export function ConfirmSheet({ open }: { open: boolean }) {
  const t = useTranslations('confirm')
  return (
    <Sheet open={open} title={t('title')} onClose={() => confirmGate.close(false)}>
      <ConfirmForm />
    </Sheet>
  )
}

function ConfirmForm() {
  const t = useTranslations('confirm')
  const accounts = useTranslations('accounts')
  const person = usePerson()
  const failure = useFailureText()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setFailed(undefined)
    setWrong(password === '' ? accounts('required') : undefined)
    if (password === '') return
    setBusy(true)
    call('POST /api/session/confirm', { body: { password } })
      .then(() => confirmGate.close(true))
      .catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'wrong_credentials')
          setWrong(t('wrong'))
        else setFailed(failure(error))
      })
      .finally(() => setBusy(false))
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {/* So that a password manager knows whose password is meant. */}
      <input type="hidden" name="username" autoComplete="username" value={person?.account ?? ''} readOnly />
      <p className={styles.text}>{t('text')}</p>
      <Card flush>
        <Fields>
          <PasswordField
            label={accounts('password')}
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            data-first
            error={wrong}
          />
        </Fields>
      </Card>
      <FormFailure text={failed} />
      <Button type="submit" wide busy={busy}>
        {t('goOn')}
      </Button>
    </form>
  )
}
