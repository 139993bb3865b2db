/** A picture of 100 by 100; y falls. */
export type Point = { x: number; y: number }

const HOUR_MS = 3_600_000
/** Light is looked for from here on and up to here, hours of the day; what is given outside makes the picture wider. */
const [FROM_H, TO_H] = [5, 20]

type Day = {
  from: number
  to: number
  ts: readonly number[]
  values: readonly (number | null)[]
}
type Told = { at: number; value: number }

/** What was given, by the time since the day began. */
const toldOf = ({ from, ts, values }: Day): Told[] =>
  ts.flatMap((at, no) => {
    const value = values[no]
    return value == null ? [] : [{ at: at - from, value: Math.max(0, value) }]
  })

/**
 * The power of days as lines over each other, the highest of all at the top; none where nothing was given. After a longer
 * silence than `gapMs` a line begins anew.
 */
export const dayLines = (days: readonly Day[], gapMs: number): Point[][][] => {
  const told = days.map(toldOf)
  const lit = told.flat().filter(({ value }) => value > 0)
  const most = lit.reduce((high, { value }) => Math.max(high, value), 0)
  if (most === 0) return days.map(() => [])
  const length = Math.max(...days.map(({ from, to }) => to - from))
  const begins = Math.max(
    0,
    lit.reduce((first, { at }) => Math.min(first, at), FROM_H * HOUR_MS),
  )
  const ends = Math.min(
    length,
    lit.reduce((last, { at }) => Math.max(last, at), TO_H * HOUR_MS),
  )
  return told.map((points) => linesOf(points, { begins, ends, most, gapMs }))
}

type Frame = { begins: number; ends: number; most: number; gapMs: number }

const linesOf = (told: readonly Told[], { begins, ends, most, gapMs }: Frame): Point[][] => {
  const lines: Point[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const { at, value } of told) {
    if (at < begins || at > ends) continue
    if (at - before > gapMs) lines.push([])
    before = at
    lines.at(-1)?.push({ x: (100 * (at - begins)) / (ends - begins), y: 100 - (100 * value) / most })
  }
  return lines
}
