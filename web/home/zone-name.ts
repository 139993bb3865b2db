import { localeOf, type Language } from '../phrases/language.ts'

/** A time zone as people call it, with its IANA name: `China Standard Time (Asia/Shanghai)`. */
export const zoneName = (language: Language, timeZone: string, at: number): string => {
  const parts = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'long' }).formatToParts(
    at,
  )
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name && name !== timeZone ? `${name} (${timeZone})` : timeZone
}
