import { localeOf, type Language } from '../../kit/words/language.ts'

const part = (language: Language, timeZone: string, now: number, form: 'long' | 'longOffset'): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: form })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** What the zone is called now, summer time included: `中国标准时间`. */
export const zoneName = (language: Language, timeZone: string, now: number): string =>
  part(language, timeZone, now, 'long')

/** `UTC+05:45`, by the clock of now. */
export const zoneOffset = (timeZone: string, now: number): string => {
  const text = part('en', timeZone, now, 'longOffset').replace('GMT', 'UTC')
  return text === 'UTC' ? 'UTC+00:00' : text
}
