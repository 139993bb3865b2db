import { regionsOf } from '#domain/stations/regions.ts'
import { localeOf, type Language } from '../../kit/words/language.ts'

const countries = new Map<Language, Intl.DisplayNames>()

/** A country's name in the language; its code when the runtime does not know it. */
export const countryName = (language: Language, code: string): string => {
  let names = countries.get(language)
  if (!names) {
    names = new Intl.DisplayNames(localeOf(language), { type: 'region' })
    countries.set(language, names)
  }
  return names.of(code) ?? code
}

/** A region as it is written in the language, where the list of regions knows it. */
export const regionName = (language: Language, country: string, region: string): string =>
  language === 'zh_CN' ? (regionsOf(country).find(({ name }) => name === region)?.zh_CN ?? region) : region

/** Region and country on one line, the nearer one first in English and last in Chinese, as addresses are. */
export const placeText = (
  language: Language,
  { country, region }: { country: string; region: string },
): string => {
  const parts = [regionName(language, country, region), countryName(language, country)].filter(Boolean)
  return language === 'en' ? parts.join(', ') : parts.reverse().join(' ')
}
