import { useTranslations } from 'use-intl'
import { callingCodeOf } from '#domain/stations/countries.ts'
import { SelectField } from '../../../../kit/select-field.tsx'
import { useCountries } from './use-countries.ts'

type Props = { value: string | null; onChange: (country: string) => void; error: string | undefined }

const calling = (code: string): string => `+${callingCodeOf(code) ?? ''}`

/** The country of a telephone number, by its calling code. */
export function CallingCodeField({ value, onChange, error }: Props) {
  const t = useTranslations('editing')
  return (
    <SelectField
      label={t('phoneCountry')}
      options={useCountries(calling)}
      value={value}
      onChange={onChange}
      error={error}
      optional
    />
  )
}
