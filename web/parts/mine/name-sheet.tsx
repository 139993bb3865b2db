import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { heardSession } from '../../app/session/session.ts'
import type { Session } from '../../app/session/user-info.ts'
import { call } from '../../app/data/call.ts'
import { dataKey, queryClient } from '../../app/data/query.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { typedText, useSubmit } from '../../app/acts/use-submit.ts'
import styles from './mine.module.css'

type NameSheetProps = { open: boolean; present: string; onClose: () => void }

export function NameSheet({ open, present, onClose }: NameSheetProps) {
  const t = useTranslations('mine')
  return (
    <Sheet open={open} title={t('editName')} onClose={onClose}>
      <NameForm present={present} onDone={onClose} />
    </Sheet>
  )
}

function NameForm({ present, onDone }: { present: string; onDone: () => void }) {
  const t = useTranslations('mine')
  const ui = useTranslations('ui')
  const accounts = useTranslations('accounts')
  const form = useSubmit(['name'])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = typedText(new FormData(event.currentTarget), 'name').trim()
    if (!name) return form.blame({ name: accounts('required') })
    form.send(async () => {
      const { person } = await call('PUT /api/me', { body: { name } })
      queryClient.setQueryData<Session>(dataKey('GET /api/session'), { person, setupNeeded: false })
      heardSession(person)
      toast(t('nameSaved'))
      onDone()
    })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Fields>
        <TextField
          label={t('name')}
          name="name"
          autoComplete="name"
          maxLength={60}
          defaultValue={present}
          error={form.wrong.name}
          onInput={() => form.clear('name')}
          data-first
        />
      </Fields>
      <div className={styles.act}>
        <FormFailure text={form.failed} />
        <Button type="submit" wide busy={form.busy}>
          {ui('save')}
        </Button>
      </div>
    </form>
  )
}
