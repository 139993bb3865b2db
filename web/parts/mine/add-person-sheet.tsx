import { useState, type FormEvent } from 'react'
import { PERSON_NAME_MAX } from '#domain/accounts/limits.ts'
import { useTranslations } from 'use-intl'
import { wildcard, type AccountRole } from '#domain/accounts/permissions.ts'
import { FormFailure } from '../../app/session/brand.tsx'
import { usePerson } from '../../app/session/session.ts'
import { newId } from '../../kit/new-id.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { PasswordField, TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { CompanyField, noCompany } from './company-field.tsx'
import { type Added, HandOver } from './hand-over.tsx'
import { useOfferedRoles } from './offered-roles.ts'
import { isShortPassword } from './password-length.ts'
import { suggestedPassword } from './suggested-password.ts'
import { typedText } from '../../app/acts/typed-text.ts'
import { useAct } from '../../app/acts/use-act.ts'
import styles from './mine.module.css'

const fields = ['name', 'account', 'password', 'role', 'companyId'] as const
const typedFields = ['name', 'account', 'password'] as const

/** Adds a person, and then says what that person has to be told. */
export function AddPersonSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('people')
  const [added, setAdded] = useState<Added | null>(null)
  return (
    <Sheet open title={added ? t('handOver', { name: added.name }) : t('add')} onClose={onClose} size="full">
      {added ? <HandOver added={added} onDone={onClose} /> : <AddPersonForm onAdded={setAdded} />}
    </Sheet>
  )
}

function AddPersonForm({ onAdded }: { onAdded: (added: Added) => void }) {
  const t = useTranslations('people')
  const mine = useTranslations('mine')
  const accounts = useTranslations('accounts')
  const me = usePerson()
  const form = useAct({
    fields,
    fieldOf: {
      account_taken: 'account',
      account_format: 'account',
      password_too_short: 'password',
      password_common: 'password',
    },
  })
  const [id] = useState(newId)
  const offered = useOfferedRoles()
  const [role, setRole] = useState<AccountRole | null>(null)
  const seesAll = me?.permissions.includes(wildcard) ?? false
  const [company, setCompany] = useState<string | null>(me?.company?.id ?? null)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: (typeof typedFields)[number]): string => typedText(typed, name)
    const missing = typedFields.filter((name) => !text(name).trim())
    if (missing.length > 0 || role === null)
      return form.blame(
        Object.fromEntries(
          [...missing, ...(role === null ? ['role' as const] : [])].map((name) => [
            name,
            accounts('required'),
          ]),
        ),
      )
    const body = {
      id,
      name: text('name'),
      account: text('account'),
      password: text('password'),
      role,
      companyId: company === noCompany ? null : company,
    }
    const sent = await form.send('POST /api/accounts', { body })
    if (!sent) return
    toast(t('added'))
    onAdded({ name: sent.account.name, account: sent.account.account, password: body.password })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Fields>
        <TextField
          label={mine('name')}
          name="name"
          autoComplete="off"
          maxLength={PERSON_NAME_MAX}
          error={form.wrong.name}
          onInput={() => form.clear('name')}
          data-first
        />
        <TextField
          label={mine('account')}
          name="account"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          help={t('accountHelp')}
          error={form.wrong.account}
          onInput={() => form.clear('account')}
        />
        <SelectField
          label={t('role')}
          options={offered}
          value={role}
          error={form.wrong.role}
          onChange={(next) => {
            setRole(next)
            form.clear('role')
          }}
        />
        {seesAll && <CompanyField value={company} error={form.wrong.companyId} onChange={setCompany} />}
        <PasswordField
          label={t('password')}
          name="password"
          autoComplete="new-password"
          help={t('passwordHelp')}
          error={form.wrong.password}
          onInput={() => form.clear('password')}
          onBlur={({ target }) => {
            if (target.value && isShortPassword(target.value))
              form.blame({ ...form.wrong, password: mine('passwordShort') })
          }}
        />
      </Fields>
      <div className={styles.act}>
        <Button
          kind="plain"
          onClick={({ currentTarget }) => {
            const field = currentTarget.form?.elements.namedItem('password')
            if (field instanceof HTMLInputElement) field.value = suggestedPassword()
            form.clear('password')
          }}
        >
          {t('suggest')}
        </Button>
        <FormFailure text={form.failed} />
        <Button type="submit" wide busy={form.busy}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}
