/**
 * Recorded AC power of one inverter as two public data sets keep it:
 * - `site,meas_name,ts,sensor,meas_val_f`: kW, stamps in UTC without an offset;
 * - `measured_on,ac_power`: W, stamps with an offset.
 * The format is told by the header line. -1000000 is the loggers' word for "no value".
 */

export interface RecordedPoint {
  readonly ts: number
  /** AC power, W, negative when the inverter draws; null where the logger had no value. */
  readonly powerW: number | null
}

export interface RecordedSeries {
  readonly format: 'site-kw-utc' | 'measured-w-offset'
  /** Sorted by time, one point an instant. */
  readonly points: readonly RecordedPoint[]
  /** The series' own step: the most frequent distance between neighbours, ms. */
  readonly intervalMs: number
  /** What the file says of the device, where it does. */
  readonly sensor: string | null
}

const NO_VALUE = -1_000_000

interface Format {
  readonly name: RecordedSeries['format']
  readonly header: string
  read(cells: readonly string[]): { stamp: string; value: string; scale: number; sensor: string | null }
}

const formats: readonly Format[] = [
  {
    name: 'site-kw-utc',
    header: 'site,meas_name,ts,sensor,meas_val_f',
    read: ([, , ts = '', sensor = '', value = '']) => ({
      stamp: `${ts.replace(' ', 'T')}Z`,
      value,
      scale: 1000,
      sensor,
    }),
  },
  {
    name: 'measured-w-offset',
    header: 'measured_on,ac_power',
    read: ([stamp = '', value = '']) => ({ stamp: stamp.replace(' ', 'T'), value, scale: 1, sensor: null }),
  },
]

/** Reads a file's text. Throws for an unknown header or a row that is not of the format, with its line number. */
export function parseSeries(text: string): RecordedSeries {
  const lines = text.split(/\r?\n/)
  const header = (lines[0] ?? '').replace(/^\uFEFF/, '').trim()
  const format = formats.find((one) => one.header === header)
  if (!format) throw new Error(`unknown header: ${header.slice(0, 120)}`)
  const byTime = new Map<number, number | null>()
  let sensor: string | null = null
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    const row = format.read(line.split(','))
    const ts = Date.parse(row.stamp)
    const value = row.value.trim() === '' ? null : Number(row.value)
    if (Number.isNaN(ts) || Number.isNaN(value)) throw new Error(`line ${index + 1}: ${line.slice(0, 120)}`)
    // Kilowatts with four decimals are exact watts with one; a product of floats is not.
    byTime.set(ts, value === null || value === NO_VALUE ? null : Math.round(value * row.scale * 1e4) / 1e4)
    sensor ??= row.sensor
  }
  const points = [...byTime].map(([ts, powerW]) => ({ ts, powerW })).sort((a, b) => a.ts - b.ts)
  return { format: format.name, points, intervalMs: commonInterval(points), sensor }
}

function commonInterval(points: readonly RecordedPoint[]): number {
  const counts = new Map<number, number>()
  for (let i = 1; i < points.length; i++) {
    const step = (points[i]?.ts ?? 0) - (points[i - 1]?.ts ?? 0)
    counts.set(step, (counts.get(step) ?? 0) + 1)
  }
  const most = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]
  if (!most) throw new Error('a series needs at least two points')
  return most[0]
}
