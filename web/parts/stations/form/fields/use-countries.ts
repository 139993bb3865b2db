import { useMemo } from 'react'
import { countryCodes } from '#domain/stations/countries.ts'
import { localeOf, type Language } from '../../../../kit/words/language.ts'
import { useFormat } from '../../../../kit/words/use-format.ts'
import type { Option } from '../../../../kit/select-field.tsx'
import { countryName } from '../../place.ts'

const byName = (language: Language): { code: string; name: string }[] => {
  const { compare } = new Intl.Collator(localeOf(language))
  return countryCodes
    .map((code) => ({ code, name: countryName(language, code) }))
    .sort((one, other) => compare(one.name, other.name))
}

/** All countries by their names in the reader's language, found by the English one too; `hint` follows the name. */
export const useCountries = (hint: (code: string) => string | undefined): Option<string>[] => {
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
