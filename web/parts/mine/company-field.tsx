import { useTranslations } from 'use-intl'
import { useData } from '../../app/data/query.ts'
import { SelectField } from '../../kit/select-field.tsx'

/** The value for people of no company: owners and administrators may be. */
export const noCompany = 'none'

type CompanyFieldProps = { value: string | null; error: string | undefined; onChange: (id: string) => void }

/** Companies to choose from; for those who see them all. */
export function CompanyField({ value, error, onChange }: CompanyFieldProps) {
  const t = useTranslations('people')
  const companies = useData('GET /api/companies', { query: { limit: 100 } }).data?.companies ?? []
  return (
    <SelectField
      label={t('company')}
      options={[
        ...companies.map(({ id, name }) => ({ value: id, label: name })),
        { value: noCompany, label: t('noCompany') },
      ]}
      value={value}
      error={error}
      onChange={onChange}
    />
  )
}
