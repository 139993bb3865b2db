import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { typedText } from '../acts/typed-text.ts'
import { useAct } from '../acts/use-act.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { PasswordField, TextField } from '../../kit/text-field.tsx'
import { Brand, FormFailure } from './brand.tsx'
import { signedIn } from './session.ts'
import { SignInFoot } from './sign-in-foot.tsx'
import styles from './sign-in.module.css'

/** Lies over any page while nobody is signed in; the page under it keeps what was typed. */
export function SignInSheet({ open, again }: { open: boolean; again: boolean }) {
  const t = useTranslations('accounts')
  return (
    <Sheet open={open} title={t('signInTitle')} size="cover">
      <SignInForm again={again} />
    </Sheet>
  )
}

function SignInForm({ again }: { again: boolean }) {
  const t = useTranslations('accounts')
  const act = useAct()
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { account: typedText(form, 'account'), password: typedText(form, 'password') }
    const session = await act.send('POST /api/session', { body })
    if (session) signedIn(session.person)
  }
  return (
    <form className={styles.cover} onSubmit={(event) => void submit(event)}>
      <Brand title="Sunkeeper" text={again ? t('signedOut') : t('welcome')} />
      <Card flush>
        <Fields>
          <TextField
            label={t('account')}
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
            enterKeyHint="next"
          />
          <PasswordField
            label={t('password')}
            name="password"
            autoComplete="current-password"
            required
            enterKeyHint="go"
          />
        </Fields>
      </Card>
      <FormFailure text={act.failed} />
      <Button type="submit" wide busy={act.busy}>
        {t('signIn')}
      </Button>
      <p className={styles.forgotten}>{t('forgotten')}</p>
      <SignInFoot />
    </form>
  )
}
