import type { FormEvent } from 'react'
import { PERSON_NAME_MAX } from '#domain/accounts/limits.ts'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { heardSession } from '../../app/session/session.ts'
import type { Session } from '../../app/session/user-info.ts'
import { dataKey, queryClient } from '../../app/data/query.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { typedText } from '../../app/acts/typed-text.ts'
import { useAct } from '../../app/acts/use-act.ts'
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
  const form = useAct({ fields: ['name'] })
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const name = typedText(new FormData(event.currentTarget), 'name').trim()
    if (!name) return form.blame({ name: accounts('required') })
    const saved = await form.send('PUT /api/me', { body: { name } })
    if (!saved) return
    const { person } = saved
    queryClient.setQueryData<Session>(dataKey('GET /api/session'), { person, setupNeeded: false })
    heardSession(person)
    toast(t('nameSaved'))
    onDone()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Fields>
        <TextField
          label={t('name')}
          name="name"
          autoComplete="name"
          maxLength={PERSON_NAME_MAX}
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
