import { scaleEnergy, scalePower } from '#domain/telemetry/units.ts'
import type { Language } from './language.ts'
import { localeOf } from './language.ts'
import { wallClock, wallDay } from './wall-clock.ts'

/** A number as it is written, its unit beside it; `text` is null when the value is unknown, which is never 0. */
export type Written = { text: string | null; unit: string }

/** What a figure measures. The value is in the unit that the API uses: W, Wh, V, A, °C, Hz, W/m², m/s, VA, kΩ, %, kg, hours, share of 1. */
export type Measure =
  | 'power'
  | 'energy'
  | 'voltage'
  | 'current'
  | 'temperature'
  | 'frequency'
  | 'irradiance'
  | 'speed'
  | 'mass'
  | 'hours'
  | 'share'
  | 'count'
  | 'reactive'
  | 'apparent'
  | 'resistance'
  | 'percent'
  | 'plain'

type Scaled = { value: number; unit: string; digits: number }
const steps =
  (units: readonly [string, string]) =>
  (value: number): Scaled => {
    const large = Math.abs(value) >= 999.5
    const scaled = large ? value / 1000 : value
    const size = Math.abs(scaled)
    return {
      value: scaled,
      unit: units[large ? 1 : 0],
      digits: !large || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2,
    }
  }
const scalers: Record<
  'power' | 'energy' | 'mass' | 'reactive' | 'apparent' | 'resistance',
  (value: number) => Scaled
> = {
  power: scalePower,
  energy: scaleEnergy,
  mass: steps(['kg', 't']),
  reactive: steps(['var', 'kvar']),
  apparent: steps(['VA', 'kVA']),
  resistance: steps(['kΩ', 'MΩ']),
}
const isScaled = (measure: Measure): measure is keyof typeof scalers => measure in scalers

const fixed: Record<
  Exclude<Measure, keyof typeof scalers>,
  { unit: string; decimals: number; factor?: number }
> = {
  voltage: { unit: 'V', decimals: 1 },
  current: { unit: 'A', decimals: 2 },
  temperature: { unit: '°C', decimals: 1 },
  frequency: { unit: 'Hz', decimals: 2 },
  irradiance: { unit: 'W/m²', decimals: 0 },
  speed: { unit: 'm/s', decimals: 1 },
  hours: { unit: 'h', decimals: 2 },
  share: { unit: '%', decimals: 0, factor: 100 },
  percent: { unit: '%', decimals: 1 },
  count: { unit: '', decimals: 0 },
  plain: { unit: '', decimals: 2 },
}

/** Rounds half away from zero as people do it: by the digits that are written, not by their binary neighbour. */
const rounded = (size: number, decimals: number): string => {
  const shifted = Math.round(Number(`${size}e${decimals}`))
  return Number.isFinite(shifted)
    ? Number(`${shifted}e-${decimals}`).toFixed(decimals)
    : size.toFixed(decimals)
}

/**
 * A number with at most `most` decimals (and at least `least`). Both languages write commas between thousands and a
 * point before decimals. Intl says the same, but setting it up keeps a slow phone from its first figures.
 */
export const writeNumber = (language: Language, value: number, most = 2, least = 0): string => {
  if (!Number.isFinite(value)) return new Intl.NumberFormat(localeOf(language)).format(value)
  const [whole = '', part = ''] = rounded(Math.abs(value), most).split('.')
  const kept = part.slice(0, least) + part.slice(least).replace(/0+$/, '')
  const size = `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${kept && `.${kept}`}`
  // A rounded -0 reads as a mistake.
  return value < 0 && /[1-9]/.test(size) ? `-${size}` : size
}

/**
 * A value with the unit that suits its size. `like` fixes the unit by another value (an axis, a column of figures).
 */
export const write = (language: Language, measure: Measure, value: number | null, like?: number): Written => {
  const known = value !== null && Number.isFinite(value)
  if (!isScaled(measure)) {
    const { unit, decimals, factor = 1 } = fixed[measure]
    const least = measure === 'plain' ? 0 : decimals
    return { text: known ? writeNumber(language, value * factor, decimals, least) : null, unit }
  }
  const scaled = scalers[measure](like ?? (known ? value : 0))
  const shown = like === undefined || like === 0 ? scaled.value : (value ?? 0) * (scaled.value / like)
  return {
    text: known ? writeNumber(language, shown, scaled.digits, scaled.digits) : null,
    unit: scaled.unit,
  }
}

/** A mark of an axis whose greatest value is `most`: the number alone, without needless decimals. */
export const writeMark = (language: Language, measure: Measure, value: number, most: number): string => {
  if (!isScaled(measure)) return writeNumber(language, value * (fixed[measure].factor ?? 1), 2)
  const factor = most === 0 ? 1 : scalers[measure](most).value / most
  return writeNumber(language, value * factor, 2)
}

/** Currencies whose short mark is the one of the US dollar: theirs says whose dollar or peso it is. */
const otherDollars = new Set(['ARS', 'AUD', 'CAD', 'CLP', 'COP', 'HKD', 'MXN', 'NZD', 'SGD', 'TWD'])
const moneys = new Map<string, Intl.NumberFormat>()
/** Money in its own currency with `digits` decimals; a currency that is not known to Intl stands as its code. */
export const writeMoney = (language: Language, amount: number, currency: string, digits = 2): string => {
  const key = `${language} ${currency} ${digits}`
  let format = moneys.get(key)
  try {
    format ??= new Intl.NumberFormat(localeOf(language), {
      style: 'currency',
      currency,
      currencyDisplay: otherDollars.has(currency) ? 'symbol' : 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  } catch {
    return `${writeNumber(language, amount, digits, digits)} ${currency}`
  }
  moneys.set(key, format)
  return format.format(amount)
}

/** `14:05` in the given zone; always 24 hours, as meters and logs have it. */
export const writeClock = (ts: number, timeZone: string): string => wallClock(ts, timeZone)

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const weekdays = { en: 'Sun Mon Tue Wed Thu Fri Sat'.split(' '), zh_CN: [...'日一二三四五六'] } as const

/**
 * A calendar day `YYYY-MM-DD`, a month `YYYY-MM` or a year `YYYY`, which belong to no zone. Intl writes the same, but
 * the first date it writes keeps a slow phone from its first figures for a tenth of a second.
 */
export const writeDay = (
  language: Language,
  key: string,
  form: 'full' | 'short' | 'weekday' = 'full',
): string => {
  const [year = 0, month = 0, day = 0] = key.split('-').map(Number)
  const name = months[month - 1] ?? ''
  const weekday = weekdays[language][new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? ''
  if (language === 'en') {
    const short = name.slice(0, 3)
    if (month === 0) return `${year}`
    if (day === 0) return `${form === 'short' ? short : name} ${year}`
    return form === 'full'
      ? `${short} ${day}, ${year}`
      : `${form === 'weekday' ? `${weekday}, ` : ''}${short} ${day}`
  }
  if (month === 0) return `${year}年`
  if (day === 0) return `${year}年${month}月`
  return form === 'full'
    ? `${year}年${month}月${day}日`
    : `${month}月${day}日${form === 'weekday' ? `周${weekday}` : ''}`
}

/** Date and time to the minute in the given zone. */
export const writeInstant = (language: Language, ts: number, timeZone: string): string =>
  `${writeDay(language, wallDay(ts, timeZone))}${language === 'en' ? ', ' : ' '}${wallClock(ts, timeZone)}`

export type Age =
  | { key: 'now' }
  | { key: 'seconds' | 'minutes' | 'hours' | 'days'; n: number }
  | { key: 'never' }

/** How long ago, in the coarsest unit that is true; an instant ahead of now is "just now". */
export const ageOf = (ts: number | null, now: number): Age => {
  if (ts === null) return { key: 'never' }
  const seconds = Math.floor((now - ts) / 1000)
  if (seconds < 10) return { key: 'now' }
  if (seconds < 60) return { key: 'seconds', n: seconds }
  if (seconds < 3600) return { key: 'minutes', n: Math.floor(seconds / 60) }
  if (seconds < 48 * 3600) return { key: 'hours', n: Math.floor(seconds / 3600) }
  return { key: 'days', n: Math.floor(seconds / 86_400) }
}
