import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { callingCodeOf, countryCodes } from '#domain/stations/countries.ts'
import { regionsOf } from '#domain/stations/regions.ts'
import { localeOf, type Language } from '../../../phrases/language.ts'
import { useFormat } from '../../../phrases/use-format.ts'
import { SelectField, type Option } from '../../../ui/select-field.tsx'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { countryName, regionName } from '../../place.ts'
import { countryChange } from '../country-change.ts'
import { setMany } from '../set-many.ts'
import type { StationValues } from '../station-values.ts'
import { useStationField } from '../use-station-field.ts'

const byName = (language: Language): { code: string; name: string }[] => {
  const { compare } = new Intl.Collator(localeOf(language))
  return countryCodes
    .map((code) => ({ code, name: countryName(language, code) }))
    .sort((one, other) => compare(one.name, other.name))
}

const useCountries = (hint: (code: string) => string | undefined): Option<string>[] => {
  const { language } = useFormat()
  return useMemo(
    () =>
      byName(language).map(({ code, name }) => {
        const more = hint(code)
        return {
          value: code,
          label: more ? `${name} ${more}` : name,
          also: language === 'en' ? code : `${code} ${countryName('en', code)}`,
        }
      }),
    [language, hint],
  )
}

const noHint = (): undefined => undefined
const calling = (code: string): string => `+${callingCodeOf(code) ?? ''}`

/** With the country come its calling code and CO2 factor, unless others were entered. */
export function CountryField() {
  const t = useTranslations('editing')
  const { value, error } = useStationField('country')
  const { getValues, setValue } = useFormContext<StationValues>()
  const choose = (country: string): void => setMany(setValue, countryChange(getValues(), country))
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
  const { value, set, ref, onBlur, error } = useStationField('region')
  const regions = regionsOf(country ?? '')
  const shown = (name: string): string => regionName(language, country ?? '', name)
  return (
    <SuggestField
      ref={ref}
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

/** The country of the telephone number, by its calling code. */
export function PhoneCountryField() {
  const t = useTranslations('editing')
  const { value, set, error } = useStationField('phoneCountry')
  return (
    <SelectField
      label={t('phoneCountry')}
      options={useCountries(calling)}
      value={value}
      onChange={set}
      error={error}
      optional
    />
  )
}
