import { createTranslator, useLocale, useMessages, type useTranslations } from 'use-intl'
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
import { languageOf, type Language } from './language.ts'

type Translate = ReturnType<typeof useTranslations<'units'>>

/** How numbers, units, dates and ages are written in a language. */
const formatOf = (language: Language, unit: Translate) => ({
  language,
  write: (measure: Measure, value: number | null, like?: number): Written =>
    write(language, measure, value, like),
  /** `8.65 kW`, never broken between the two; a dash when unknown. */
  text: (measure: Measure, value: number | null): string => {
    const { text, unit } = write(language, measure, value)
    return text === null ? '–' : unit === '%' ? `${text}%` : unit ? `${text}\u00a0${unit}` : text
  },
  mark: (measure: Measure, value: number, most: number) => writeMark(language, measure, value, most),
  number: (value: number, most?: number, least?: number) => writeNumber(language, value, most, least),
  money: (amount: number, currency: string, digits?: number) =>
    writeMoney(language, amount, currency, digits),
  /** What was earned; from `wholeFrom` on cents are noise beside the amount. */
  income: (amount: number, currency: string, wholeFrom = 10_000) =>
    writeMoney(language, amount, currency, Math.abs(amount) >= wholeFrom ? 0 : 2),
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
})

export type Format = ReturnType<typeof formatOf>

/** A page of figures asks hundreds of times: one answer for each state of the words. */
const known = new WeakMap<object, Format>()

/** Numbers, units, dates and ages in the language in use. */
export const useFormat = (): Format => {
  const locale = useLocale()
  const messages = useMessages()
  const before = known.get(messages)
  if (before) return before
  const unit = createTranslator({ locale, messages, namespace: 'units' })
  const format = formatOf(languageOf(locale), unit)
  known.set(messages, format)
  return format
}
