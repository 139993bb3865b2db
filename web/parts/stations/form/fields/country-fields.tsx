import { useTranslations } from 'use-intl'
import { regionsOf } from '#domain/stations/regions.ts'
import { useFormat } from '../../../../kit/words/use-format.ts'
import { SelectField } from '../../../../kit/select-field.tsx'
import { SuggestField } from '../../../../kit/suggest-field.tsx'
import { regionName } from '../../place.ts'
import { countryChange } from '../country-change.ts'
import { useStationField, useStationForm } from '../use-station-field.ts'
import { CallingCodeField } from './calling-code-field.tsx'
import { useCountries } from './use-countries.ts'

const noHint = (): undefined => undefined
/** With the country come its calling code and CO2 factor, unless others were entered. */
export function CountryField() {
  const t = useTranslations('editing')
  const { value, error } = useStationField('country')
  const { present, change } = useStationForm()
  const choose = (country: string): void => change(countryChange(present(), country))
  return (
    <SelectField
      label={t('country')}
      options={useCountries(noHint)}
      value={value}
      onChange={choose}
      error={error}
    />
  )
}

/** From the list of the country where there is one, or typed. The list's own name is stored, whatever the language. */
export function RegionField({ country }: { country: string | null }) {
  const t = useTranslations('editing')
  const { language } = useFormat()
  const { value, set, onBlur, error } = useStationField('region')
  const regions = regionsOf(country ?? '')
  const shown = (name: string): string => regionName(language, country ?? '', name)
  return (
    <SuggestField
      label={t('region')}
      optional
      error={error}
      name="region"
      choose={t('regionList')}
      options={regions.map(({ name, zh_CN }) => ({
        value: shown(name),
        label: shown(name),
        also: `${name} ${zh_CN}`,
      }))}
      value={shown(value)}
      onBlur={onBlur}
      onChange={(text) =>
        set(regions.find(({ name, zh_CN }) => name === text || zh_CN === text)?.name ?? text)
      }
    />
  )
}

/** The country of the station's telephone number. */
export function PhoneCountryField() {
  const { value, set, error } = useStationField('phoneCountry')
  return <CallingCodeField value={value} onChange={set} error={error} />
}
