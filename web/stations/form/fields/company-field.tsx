import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { wildcard } from '#domain/accounts/permissions.ts'
import { usePerson } from '../../../accounts/session.ts'
import { call, type Answer } from '../../../data/call.ts'
import { dataKey } from '../../../data/query.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import styles from '../form.module.css'
import { useStationField } from '../use-station-field.ts'

type Company = Answer<'GET /api/companies'>['companies'][number]
const pageSize = 100
/** More companies than this are not offered: nobody scrolls through them, and a search would have to come first. */
const pagesAtMost = 20

const allCompanies = async (signal: AbortSignal): Promise<Company[]> => {
  const all: Company[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesAtMost; page += 1) {
    const answer: Answer<'GET /api/companies'> = await call('GET /api/companies', {
      query: { limit: pageSize, ...(cursor === null ? {} : { cursor }) },
      signal,
    })
    all.push(...answer.companies)
    cursor = answer.next
    if (cursor === null) break
  }
  return all
}

/** Who installs the station: an administrator chooses, everybody else creates for the own company. */
export function CompanyField({ presentName }: { presentName: string | null }) {
  const t = useTranslations('editing')
  const person = usePerson()
  const { value, set, error } = useStationField('companyId')
  const chooses = person?.permissions.includes(wildcard) ?? false
  const companies = useQuery({
    queryKey: [...dataKey('GET /api/companies'), 'all'],
    queryFn: async ({ signal }) => allCompanies(signal),
    enabled: chooses,
  })
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
  const known = (companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const options =
    value && presentName && !known.some((one) => one.value === value)
      ? [{ value, label: presentName }, ...known]
      : known
  return (
    <SelectField
      label={t('company')}
      options={options}
      value={value}
      onChange={set}
      error={companies.error && !companies.data ? t('companiesFailed') : error}
    />
  )
}
