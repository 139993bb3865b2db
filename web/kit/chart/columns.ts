/** null is a gap; undefined is an instant at which another column was sampled and this one not: its line goes on. */
export type Sample = number | null | undefined

/** Columns of a chart: instants ascending and, aligned with them, values. */
export type Columns = { ts: readonly number[]; values: readonly (readonly Sample[])[] }

/** Opens a gap wherever two samples lie further apart than `mostMs`, so that no line bridges what was not measured. */
export const openGaps = ({ ts, values }: Columns, mostMs: number): Columns => {
  const outTs: number[] = []
  const out: Sample[][] = values.map(() => [])
  for (const [at, instant] of ts.entries()) {
    const before = at > 0 ? ts[at - 1] : undefined
    if (before !== undefined && instant - before > mostMs) {
      outTs.push(before + 1)
      for (const column of out) column.push(null)
    }
    outTs.push(instant)
    for (const [no, column] of out.entries()) column.push(values[no]?.[at])
  }
  return { ts: outTs, values: out }
}

/**
 * Fewer samples that draw the same picture: in each of `buckets` equal stretches between `from` and `to` the least and
 * the greatest of every column stay, and a gap stays a gap. Samples outside are left out but for one neighbour each.
 */
export const reduceColumns = (
  { ts, values }: Columns,
  from: number,
  to: number,
  buckets: number,
): Columns => {
  const first = Math.max(0, ts.findIndex((one) => one >= from) - 1)
  const end = ts.findLastIndex((one) => one <= to)
  const last = Math.min(ts.length - 1, end + 1)
  const keep = new Set<number>([first, last])
  if (last - first <= buckets * 2) {
    for (let at = first; at <= last; at += 1) keep.add(at)
  } else {
    const width = (to - from) / buckets
    for (const column of values) {
      let bucket = Number.NaN
      let [least, most, gap] = [-1, -1, -1]
      const flush = (): void => {
        for (const at of [least, most, gap]) if (at >= 0) keep.add(at)
      }
      for (let at = first; at <= last; at += 1) {
        const here = Math.floor(((ts[at] ?? 0) - from) / width)
        if (here !== bucket) {
          flush()
          bucket = here
          ;[least, most, gap] = [-1, -1, -1]
        }
        const value = column[at]
        if (value === undefined) continue
        if (value === null) gap = gap < 0 ? at : gap
        else {
          if (least < 0 || value < (column[least] ?? Number.POSITIVE_INFINITY)) least = at
          if (most < 0 || value > (column[most] ?? Number.NEGATIVE_INFINITY)) most = at
        }
      }
      flush()
    }
  }
  const kept = [...keep].filter((at) => at >= 0 && at < ts.length).sort((a, b) => a - b)
  return {
    ts: kept.map((at) => ts[at] ?? 0),
    values: values.map((column) => kept.map((at) => column[at])),
  }
}
