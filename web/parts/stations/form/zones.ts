import { countryCodes } from '#domain/stations/countries.ts'
import { localeOf, type Language } from '../../../kit/words/language.ts'

/** All that this phone knows; the server knows the same list. */
export const allZones = (): string[] => {
  const known = Intl.supportedValuesOf('timeZone')
  return known.includes('UTC') ? known : [...known, 'UTC']
}

const partOf = (format: Intl.DateTimeFormat, at: number): string =>
  format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** `UTC+08:00` at this moment; empty for a zone that the phone does not know. */
export const offsetText = (timeZone: string, at: number): string => {
  try {
    const written = partOf(new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }), at)
    return written === 'GMT' ? 'UTC+00:00' : written.replace('GMT', 'UTC')
  } catch {
    return ''
  }
}

/** `China Standard Time`; empty where it has no name of its own. */
export const longName = (language: Language, timeZone: string, at: number): string => {
  try {
    const written = partOf(
      new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'long' }),
      at,
    )
    return /^(GMT|UTC)/.test(written) ? '' : written
  } catch {
    return ''
  }
}

/** One name for a zone that has several (Asia/Kolkata and Asia/Calcutta). */
const canonical = (timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return timeZone
  }
}
export const sameZone = (one: string, other: string): boolean =>
  one === other || canonical(one) === canonical(other)

type WithZones = { getTimeZones?: () => string[]; timeZones?: string[] | undefined }

let byZone: Map<string, string[]> | null = null
/** Countries by zone, as far as the phone can tell; empty where it cannot. */
const countriesByZone = (): Map<string, string[]> => {
  if (byZone) return byZone
  byZone = new Map()
  for (const code of countryCodes) {
    const locale = new Intl.Locale(`und-${code}`) as WithZones
    for (const zone of locale.getTimeZones?.() ?? locale.timeZones ?? [])
      byZone.set(zone, [...(byZone.get(zone) ?? []), code])
  }
  return byZone
}

export const countriesOfZone = (timeZone: string): readonly string[] =>
  countriesByZone().get(timeZone) ?? countriesByZone().get(canonical(timeZone)) ?? []

/** The one country that lies in a zone; null when several do or none is known. */
export const countryOfZone = (timeZone: string): string | null => {
  const [first, ...others] = countriesOfZone(timeZone)
  return first !== undefined && others.length === 0 ? first : null
}
