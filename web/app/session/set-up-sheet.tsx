import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../data/api-error.ts'
import { call } from '../data/call.ts'
import { pathTo } from '../../paths.ts'
import { LanguageButton } from '../shell/language-button.tsx'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { useFailureText } from '../failure/error-state.tsx'
import { Fields } from '../../kit/field.tsx'
import { Go } from '../../kit/navigation/go.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { PasswordField, TextField } from '../../kit/text-field.tsx'
import { Brand, FormFailure } from './brand.tsx'
import { signedIn } from './session.ts'
import styles from './sign-in.module.css'

type Field = 'code' | 'account' | 'name' | 'password' | 'company'
const fields: readonly Field[] = ['code', 'name', 'account', 'password', 'company']
const fieldOf: Partial<Record<string, Field>> = {
  wrong_setup_code: 'code',
  password_too_short: 'password',
  password_common: 'password',
  account_format: 'account',
}

/** An empty installation: the set-up code makes the first administrator. */
export function SetUpSheet({ open }: { open: boolean }) {
  const t = useTranslations('accounts')
  return (
    <Sheet open={open} title={t('setUpTitle')} size="cover">
      <SetUpForm />
    </Sheet>
  )
}

function SetUpForm() {
  const t = useTranslations('accounts')
  const failure = useFailureText()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string>()
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({})

  const refused = (error: unknown): void => {
    const at: Partial<Record<Field, string>> = {}
    if (error instanceof ApiError) {
      for (const { field, code, message } of [{ ...error, message: error.message }, ...error.problems]) {
        const name = fields.find((one) => one === field) ?? fieldOf[code]
        if (name) at[name] = message
      }
    }
    setWrong(at)
    if (Object.keys(at).length === 0) setFailed(failure(error))
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const typed = (name: Field): string => String(form.get(name) ?? '')
    const missing = fields.filter((name) => !typed(name).trim())
    setFailed(undefined)
    if (missing.length > 0) {
      setWrong(Object.fromEntries(missing.map((name) => [name, t('required')])))
      return
    }
    setWrong({})
    setBusy(true)
    call('POST /api/setup', {
      body: {
        code: typed('code').trim(),
        account: typed('account'),
        name: typed('name'),
        password: typed('password'),
        company: typed('company'),
      },
    })
      .then(({ person }) => signedIn(person))
      .catch(refused)
      .finally(() => setBusy(false))
  }

  return (
    <form className={styles.cover} onSubmit={submit} noValidate>
      <Brand title={t('setUpTitle')} text={t('setUpText')} />
      <Card flush>
        <Fields>
          <TextField
            label={t('setUpCode')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            error={wrong.code}
          />
        </Fields>
      </Card>
      <Card flush>
        <Fields>
          <TextField label={t('yourName')} name="name" autoComplete="name" error={wrong.name} />
          <TextField
            label={t('account')}
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            help={t('accountHelp')}
            error={wrong.account}
          />
          <PasswordField
            label={t('newPassword')}
            name="password"
            autoComplete="new-password"
            help={t('passwordHelp')}
            error={wrong.password}
          />
          <TextField
            label={t('company')}
            name="company"
            autoComplete="organization"
            help={t('companyHelp')}
            error={wrong.company}
          />
        </Fields>
      </Card>
      <FormFailure text={failed} />
      <Button type="submit" wide busy={busy}>
        {t('setUp')}
      </Button>
      <div className={styles.foot}>
        <LanguageButton />
        <Go to={pathTo('user-privacy-agreement')} className={styles.legal}>
          {t('privacy')}
        </Go>
      </div>
    </form>
  )
}
