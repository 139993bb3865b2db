import {
  metrics,
  numberMetrics,
  stringMetrics,
  trackerMetrics,
  type NumberMetric,
} from '#domain/telemetry/metrics.ts'

/**
 * What a value of a profile becomes: a metric of the catalogue (`p`), one of a phase (`u.1`), of a tracker (`mppt.2.i`),
 * of a string (`str.14.i`), something the device says of itself (`about.sn`), or what has no metric, by a name (`raw.Status`).
 */
export type Meaning =
  | { of: 'number'; metric: NumberMetric }
  | { of: 'phase'; metric: 'u' | 'i'; n: number }
  | { of: 'mppt'; metric: 'u' | 'i' | 'p'; n: number }
  | { of: 'str'; metric: 'i'; n: number }
  | { of: 'about'; what: AboutName }
  | { of: 'raw'; name: string }

export const aboutNames = ['sn', 'model', 'sw', 'ratedW', 'mppt', 'strings'] as const
export type AboutName = (typeof aboutNames)[number]

const [PHASES, TRACKERS, STRINGS] = [3, 64, 256]
const indexOf = (text: string | undefined, most: number): number | null => {
  const n = Number(text)
  return Number.isInteger(n) && n >= 1 && n <= most ? n : null
}
const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name | null =>
  names.find((name) => name === text) ?? null

/** null = there is no such thing. */
export const meaningOf = (to: string): Meaning | null => {
  const [first, second, third, ...more] = to.split('.')
  if (more.length > 0) return null
  if (first === 'raw')
    return second !== undefined && third === undefined && /^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(second)
      ? { of: 'raw', name: second }
      : null
  if (first === 'about') {
    const what = oneOf(aboutNames, second)
    return what === null || third !== undefined ? null : { of: 'about', what }
  }
  if (first === 'mppt') {
    const [n, metric] = [indexOf(second, TRACKERS), oneOf(['u', 'i', 'p'] as const, third)]
    return n === null || metric === null ? null : { of: 'mppt', metric, n }
  }
  if (first === 'str') {
    const n = indexOf(second, STRINGS)
    return n === null || third !== 'i' ? null : { of: 'str', metric: 'i', n }
  }
  if (first === 'u' || first === 'i') {
    const n = indexOf(second, PHASES)
    return n === null || third !== undefined ? null : { of: 'phase', metric: first, n }
  }
  const metric = oneOf(numberMetrics, first)
  return metric === null || second !== undefined ? null : { of: 'number', metric }
}

/** Units that registers have beside those of the catalogue: what they are there, and how many of them. */
const others: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  kW: ['W', 1000],
  kWh: ['Wh', 1000],
  MWh: ['Wh', 1_000_000],
  kVA: ['VA', 1000],
  kvar: ['var', 1000],
  C: ['°C', 1],
  kOhm: ['kΩ', 1],
  MOhm: ['kΩ', 1000],
}

const wantedUnit = (meaning: Meaning): string | null => {
  switch (meaning.of) {
    case 'number':
      return metrics[meaning.metric].unit
    case 'phase':
      return metrics[meaning.metric].unit
    case 'mppt':
      return trackerMetrics[meaning.metric].unit
    case 'str':
      return stringMetrics[meaning.metric].unit
    case 'about':
      return meaning.what === 'ratedW' ? 'W' : ''
    case 'raw':
      return null
  }
}

/** How many of the unit that `meaning` has one of `unit` is; null = it is another quantity. What has no metric keeps its unit. */
export const factorFor = (meaning: Meaning, unit: string): number | null => {
  const wanted = wantedUnit(meaning)
  if (wanted === null || unit === wanted) return 1
  const [same, factor] = Object.hasOwn(others, unit) ? (others[unit] ?? []) : []
  return same === wanted && factor !== undefined ? factor : null
}
