import { useState, type FormEvent } from 'react'
import { COMPANY_NAME_MAX } from '#domain/accounts/limits.ts'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { newId } from '../../kit/new-id.ts'
import { useData } from '../../app/data/query.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { Button } from '../../kit/button.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Fields } from '../../kit/field.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { typedText } from '../../app/acts/typed-text.ts'
import { useAct } from '../../app/acts/use-act.ts'
import styles from './mine.module.css'
import { Waiting } from '../../app/failure/waiting.tsx'

/** All companies of the installation, for administrators. */
export function CompaniesSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('mine')
  return (
    <Sheet open={open} title={t('companies')} onClose={onClose} size="full">
      <AddCompany />
      <Companies />
    </Sheet>
  )
}

function Companies() {
  const t = useTranslations('companies')
  const format = useFormat()
  const found = useData('GET /api/companies', { query: { limit: 100 } })
  if (!found.data) return <Waiting of={found} inline />
  const { companies } = found.data
  if (companies.length === 0) return <EmptyState inline title={t('none')} text={t('addText')} />
  return (
    <Rows>
      {companies.map(({ id, name, createdAt }) => (
        <Row
          key={id}
          label={name}
          hint={t('since', { day: format.day(new Date(createdAt).toISOString().slice(0, 10)) })}
        />
      ))}
    </Rows>
  )
}

function AddCompany() {
  const t = useTranslations('companies')
  const accounts = useTranslations('accounts')
  const form = useAct({ fields: ['name'] })
  const [id, setId] = useState(newId)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const element = event.currentTarget
    const name = typedText(new FormData(element), 'name').trim()
    if (!name) return form.blame({ name: accounts('required') })
    if (!(await form.send('POST /api/companies', { body: { id, name } }))) return
    toast(t('added'))
    element.reset()
    setId(newId())
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Fields>
        <TextField
          label={t('name')}
          name="name"
          autoComplete="off"
          maxLength={COMPANY_NAME_MAX}
          error={form.wrong.name}
          onInput={() => form.clear('name')}
        />
      </Fields>
      <div className={styles.act}>
        <FormFailure text={form.failed} />
        <Button type="submit" kind="soft" wide busy={form.busy}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}
