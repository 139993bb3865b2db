import type { Language } from '../../kit/words/language.ts'
import type { Home } from './home-data.ts'

/** A time zone as people call it, with its IANA name: `China Standard Time (Asia/Shanghai)`. */
export const zoneName = (language: Language, { timeZone, zone }: Home['curve']): string => {
  const name = zone.names[language]
  return name !== '' && name !== timeZone ? `${name} (${timeZone})` : timeZone
}
