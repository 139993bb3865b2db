import type { Columns, Sample } from '../../../kit/chart/columns.ts'
import { wallMs } from '../../../kit/words/wall-clock.ts'

/** As many lines as have a colour of their own, and as many days as can still be told apart. */
export const mostLines = 6
export const mostDays = 5

/** `a,b,c` of an address, without what is empty or there already. */
export const listOf = (written: string | undefined, except: readonly string[] = []): string[] =>
  [...new Set((written ?? '').split(','))].filter((one) => one !== '' && !except.includes(one))

/** How many more devices or days can be chosen: lines are devices times days. */
export const roomFor = (devices: number, days: number): { devices: number; days: number } => ({
  devices: Math.max(0, Math.floor(mostLines / days) - devices),
  days: Math.max(0, Math.min(mostDays, Math.floor(mostLines / devices)) - days),
})

const dayMs = 86_400_000

/** The day so many days before, `YYYY-MM-DD`. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) - count * dayMs).toISOString().slice(0, 10)

/** The time of day of an instant by the clock of the zone, 0 up to 24 h, ms. */
export const clockMs = (ts: number, timeZone: string): number => {
  const wall = wallMs(ts, timeZone) % dayMs
  return wall < 0 ? wall + dayMs : wall
}

export type Part = { ts: readonly number[]; values: readonly (number | null)[] }

const minuteMs = 60_000

/** How finely parts were read: the smallest of their median intervals, 1 to 30 minutes, ms. */
export const stepOf = (parts: readonly Part[]): number => {
  const medians = parts.flatMap(({ ts }) => {
    const apart = ts.slice(1).map((instant, no) => instant - (ts[no] ?? 0))
    return apart.sort((a, b) => a - b)[apart.length >> 1] ?? []
  })
  const least = Math.round(Math.min(30 * minuteMs, ...medians) / minuteMs) * minuteMs
  return Math.max(minuteMs, least)
}

/**
 * Parts that were read at times of their own, on common steps of `stepMs` from `from` on: by instant, or (several
 * days) by the clock of the station. Where a part was not read in a step its line goes on; its own gaps stay gaps. Of
 * the hour that comes twice the later reading is shown.
 */
export const alignParts = (
  parts: readonly Part[],
  stepMs: number,
  from: number,
  placeOf: (ts: number) => number = (ts) => ts,
): Columns => {
  const placed = parts.map(({ ts, values }) => {
    const steps = new Map<number, number | null>()
    for (const [no, instant] of ts.entries()) {
      const step = Math.round((placeOf(instant) - from) / stepMs)
      const value = values[no] ?? null
      if (value !== null || !steps.has(step)) steps.set(step, value)
    }
    return steps
  })
  const steps = [...new Set(placed.flatMap((part) => [...part.keys()]))].sort((a, b) => a - b)
  return {
    ts: steps.map((step) => from + step * stepMs),
    values: placed.map((part) => steps.map((step): Sample => part.get(step))),
  }
}

/** The month or year a year before that of a key; null for what has no year before, or lies before the year 2000. */
export const yearBefore = (period: 'day' | 'month' | 'year' | 'lifetime', key: string): string | null => {
  const year = Number(key.slice(0, 4)) - 1
  return (period === 'month' || period === 'year') && year >= 2000 ? `${year}${key.slice(4)}` : null
}
