import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../data/api-error.ts'
import { confirmGate } from '../acts/confirm-gate.ts'
import { typedText } from '../acts/typed-text.ts'
import { useAct } from '../acts/use-act.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
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
  const act = useAct<'password'>({
    refused: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'wrong_credentials') return undefined
      act.blame({ password: t('wrong') })
      return true
    },
  })
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const password = typedText(new FormData(event.currentTarget), 'password')
    if (password === '') return act.blame({ password: accounts('required') })
    if (await act.send('POST /api/session/confirm', { body: { password } })) confirmGate.close(true)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
            error={act.wrong.password}
          />
        </Fields>
      </Card>
      <FormFailure text={act.failed} />
      <Button type="submit" wide busy={act.busy}>
        {t('goOn')}
      </Button>
    </form>
  )
}
