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
  /** After a longer silence a line begins anew. */
  gapMs: number
}

/** The power of a day as lines, the highest at the top; none where nothing was given. */
export const dayLines = ({ from, to, ts, values, gapMs }: Day): Point[][] => {
  const told = ts.flatMap((at, no) => {
    const value = values[no]
    return value == null ? [] : [{ at, value: Math.max(0, value) }]
  })
  const most = Math.max(0, ...told.map(({ value }) => value))
  if (most === 0) return []
  const lit = told.filter(({ value }) => value > 0)
  const begins = Math.max(from, Math.min(from + FROM_H * HOUR_MS, lit[0]?.at ?? to))
  const ends = Math.min(to, Math.max(from + TO_H * HOUR_MS, lit.at(-1)?.at ?? from))
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
