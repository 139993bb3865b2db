import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { wildcard } from '#domain/accounts/permissions.ts'
import { usePerson } from '../../../../app/session/session.ts'
import type { Picked } from '../../../pickers/ask.ts'
import { usePick } from '../../../pickers/use-pick.ts'
import { Field } from '../../../../kit/field.tsx'
import { PickerField } from '../../../../kit/picker-field.tsx'
import { useData } from '../../../../app/data/query.ts'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

/** Who installs the station: an administrator chooses on a page of its own, everybody else creates for the own company. */
export function CompanyField({ presentName }: { presentName: string | null }) {
  const t = useTranslations('editing')
  const ui = useTranslations('ui')
  const person = usePerson()
  const { value, set, error } = useStationField('companyId')
  const [chosen, setChosen] = useState<Picked | null>(null)
  const pick = usePick('create-or-edit-station company', 'select-compony', ([picked]) => {
    if (!picked) return
    setChosen(picked)
    set(picked.id)
  })
  const chooses = person?.permissions.includes(wildcard) ?? false
  const own = person?.company?.id === value ? person?.company?.name : undefined
  const near = chosen?.id === value ? chosen.name : (presentName ?? own)
  // Come back to after a reload, the draft knows the id alone.
  const companies = useData(
    'GET /api/companies',
    { query: { limit: 100 } },
    { enabled: chooses && value !== null && near === undefined },
  )
  if (!chooses) {
    return (
      <Field label={t('company')} help={t('companyFixed')} error={error}>
        {(ids) => (
          <output {...ids} className={styles.fixed}>
            {presentName ?? person?.company?.name}
          </output>
        )}
      </Field>
    )
  }
  const name =
    value === null ? null : (near ?? companies.data?.companies.find(({ id }) => id === value)?.name ?? value)
  return (
    <PickerField
      label={t('company')}
      error={error}
      text={name ?? ui('select')}
      empty={!name}
      onPress={() => void pick({ chosen: value === null ? [] : [{ id: value, name: name ?? '' }] })}
    />
  )
}
