import type { HomeView } from './home.ts'

type ZoneFacts = HomeView['curve']['zone']

const DAY_MS = 86_400_000
const locales = { zh_CN: 'zh-CN', en: 'en' } as const
const formats = new Map<string, Intl.DateTimeFormat>()

const offsetAt = (at: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6

const nameIn = (locale: string, timeZone: string, at: number): string => {
  const key = `${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' })
  formats.set(key, format)
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

const factsOf = (timeZone: string, from: number, to: number): ZoneFacts => {
  const first = Math.floor(from / DAY_MS) * DAY_MS
  const utcOffsetMs = offsetAt(first, timeZone)
  let steady = true
  for (let day = first; day <= to + DAY_MS; day += DAY_MS) steady &&= offsetAt(day, timeZone) === utcOffsetMs
  return {
    utcOffsetMs: steady ? utcOffsetMs : null,
    names: { zh_CN: nameIn(locales.zh_CN, timeZone, from), en: nameIn(locales.en, timeZone, from) },
  }
}

/** Of a zone what was asked last: half of a millisecond of each look at home. */
const known = new Map<string, { from: number; to: number; facts: ZoneFacts }>()

/**
 * What a phone would have to set up its own tables of zones for, a tenth of a second on a slow one: how far the clocks
 * are ahead of UTC, ms, when they stay so on all UTC days that touch `from` to `to` (else null), and the zone's names.
 */
export const zoneFacts = (timeZone: string, from: number, to: number): ZoneFacts => {
  const before = known.get(timeZone)
  if (before?.from === from && before.to === to) return before.facts
  const facts = factsOf(timeZone, from, to)
  known.set(timeZone, { from, to, facts })
  return facts
}
