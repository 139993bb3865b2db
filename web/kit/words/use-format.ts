import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import {
  ageOf,
  write,
  writeClock,
  writeDay,
  writeInstant,
  writeMark,
  writeMoney,
  writeNumber,
  type Measure,
  type Written,
} from './format.ts'
import { languageOf } from './language.ts'

/** Numbers, units, dates and ages in the language in use. */
export const useFormat = () => {
  const language = languageOf(useLocale())
  const unit = useTranslations('units')
  return useMemo(
    () => ({
      language,
      write: (measure: Measure, value: number | null, like?: number): Written =>
        write(language, measure, value, like),
      /** `8.65 kW`; a dash when unknown. */
      text: (measure: Measure, value: number | null): string => {
        const { text, unit } = write(language, measure, value)
        return text === null ? '–' : unit === '%' ? `${text}%` : unit ? `${text} ${unit}` : text
      },
      mark: (measure: Measure, value: number, most: number) => writeMark(language, measure, value, most),
      number: (value: number, most?: number, least?: number) => writeNumber(language, value, most, least),
      money: (amount: number, currency: string, digits?: number) =>
        writeMoney(language, amount, currency, digits),
      clock: (ts: number, timeZone: string) => writeClock(ts, timeZone),
      instant: (ts: number, timeZone: string) => writeInstant(language, ts, timeZone),
      day: (key: string, form?: 'full' | 'short' | 'weekday') => writeDay(language, key, form),
      /** Sentences after each other: with a space between them where the language has one. */
      sentences: (parts: readonly (string | null | undefined | false)[]): string =>
        parts.filter(Boolean).join(language === 'en' ? ' ' : ''),
      age: (ts: number | null, now: number): string => {
        const age = ageOf(ts, now)
        if (!('n' in age)) return unit(age.key)
        return age.key === 'days' ? unit('days', { n: age.n }) : unit(age.key, { n: String(age.n) })
      },
    }),
    [language, unit],
  )
}

export type Format = ReturnType<typeof useFormat>
