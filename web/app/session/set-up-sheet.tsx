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

const fields = ['code', 'name', 'account', 'password', 'company'] as const
const fieldOf = {
  wrong_setup_code: 'code',
  password_too_short: 'password',
  password_common: 'password',
  account_format: 'account',
} as const

/** An empty installation: the set-up code makes the first administrator. */
export function SetUpSheet({ open }: { open: boolean }) {
  const t = useTranslations('setUp')
  return (
    <Sheet open={open} title={t('title')} size="cover">
      <SetUpForm />
    </Sheet>
  )
}

function SetUpForm() {
  const t = useTranslations('setUp')
  const accounts = useTranslations('accounts')
  const act = useAct({ fields, fieldOf })
  const { wrong } = act
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (name: (typeof fields)[number]): string => typedText(form, name)
    const missing = fields.filter((name) => !typed(name).trim())
    if (missing.length > 0)
      return act.blame(Object.fromEntries(missing.map((name) => [name, accounts('required')])))
    const session = await act.send('POST /api/setup', {
      body: {
        code: typed('code').trim(),
        account: typed('account'),
        name: typed('name'),
        password: typed('password'),
        company: typed('company'),
      },
    })
    if (session) signedIn(session.person)
  }

  return (
    <form className={styles.cover} onSubmit={(event) => void submit(event)} noValidate>
      <Brand title={t('title')} text={t('text')} />
      <Card flush>
        <Fields>
          <TextField
            label={t('code')}
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
            label={accounts('account')}
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            help={t('accountHelp')}
            error={wrong.account}
          />
          <PasswordField
            label={t('password')}
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
      <FormFailure text={act.failed} />
      <Button type="submit" wide busy={act.busy}>
        {t('create')}
      </Button>
      <SignInFoot />
    </form>
  )
}
