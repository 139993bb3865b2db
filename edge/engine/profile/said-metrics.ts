import type { Metrics, MpptReading } from '#contract/mqtt/telemetry.ts'
import type { RawValue } from '../reading.ts'
import { meaningOf } from './meanings.ts'

/** By their numbers, without those that say nothing. */
const listed = <One extends { n: number }>(found: ReadonlyMap<number, One>): One[] | null =>
  found.size === 0 ? null : [...found.values()].toSorted((a, b) => a.n - b.n)

/** The metrics among values that are known, by what they mean (`p`, `u.1`, `mppt.2.i`), and alarm words beside them. */
export const metricsOf = (
  said: ReadonlyMap<string, RawValue>,
  alarmWords: readonly number[] = [],
): Metrics => {
  const m: Metrics = {}
  const phases = { u: new Map<number, number>(), i: new Map<number, number>() }
  const [mppt, str] = [new Map<number, MpptReading>(), new Map<number, { n: number; i: number }>()]
  for (const [to, value] of said) {
    const meaning = meaningOf(to)
    if (meaning === null || typeof value !== 'number') continue
    if (meaning.of === 'number') m[meaning.metric] = value
    if (meaning.of === 'phase') phases[meaning.metric].set(meaning.n, value)
    if (meaning.of === 'mppt')
      mppt.set(meaning.n, { ...mppt.get(meaning.n), n: meaning.n, [meaning.metric]: value })
    if (meaning.of === 'str') str.set(meaning.n, { n: meaning.n, i: value })
  }
  for (const name of ['u', 'i'] as const) {
    const last = Math.max(0, ...phases[name].keys())
    if (last > 0) m[name] = Array.from({ length: last }, (_, at) => phases[name].get(at + 1) ?? null)
  }
  const [trackers, strings] = [listed(mppt), listed(str)]
  if (trackers !== null) m.mppt = trackers
  if (strings !== null) m.str = strings
  if (alarmWords.length > 0) m.al = [...alarmWords]
  return m
}
