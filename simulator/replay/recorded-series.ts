/**
 * Recorded AC power of one inverter as two public data sets keep it:
 * - `site,meas_name,ts,sensor,meas_val_f`: kW, stamps in UTC without an offset;
 * - `measured_on,ac_power`: W, stamps with an offset.
 * The format is told by the header line, or the columns of any other file are named. -1000000 is the loggers' word for
 * "no value".
 */

export interface RecordedPoint {
  readonly ts: number
  /** AC power, W, negative when the inverter draws; null where the logger had no value. */
  readonly powerW: number | null
  /** A lifetime counter of the file's own, Wh; absent where it has none, null where it says nothing. */
  readonly counterWh?: number | null
}

export interface RecordedSeries {
  readonly format: 'site-kw-utc' | 'measured-w-offset' | 'columns'
  /** Sorted by time, one point an instant. */
  readonly points: readonly RecordedPoint[]
  /** The series' own step: the most frequent distance between neighbours, ms. */
  readonly intervalMs: number
  /** What the file says of the device, where it does. */
  readonly sensor: string | null
}

/** How a file is to be read where its header does not say it. */
export interface SeriesChoice {
  /** Names of columns. */
  readonly time?: string
  readonly power?: string
  readonly energy?: string
  /** Of power; of energy the same with an h. */
  readonly unit?: PowerUnit
}
export const powerUnits = { W: 1, kW: 1000, MW: 1_000_000 } as const
export type PowerUnit = keyof typeof powerUnits

const NO_VALUE = -1_000_000
/** An inverter that never gives more than this is one whose file counts in kilowatts. */
const LEAST_HIGHEST_W = 50

interface Format {
  readonly name: RecordedSeries['format']
  readonly header: string
  readonly unit: PowerUnit
  read(cells: readonly string[]): Row
}
interface Row {
  readonly stamp: string
  readonly value: string
  readonly counter?: string
  readonly sensor: string | null
}

const formats: readonly Format[] = [
  {
    name: 'site-kw-utc',
    header: 'site,meas_name,ts,sensor,meas_val_f',
    unit: 'kW',
    read: ([, , ts = '', sensor = '', value = '']) => ({
      stamp: `${ts.replace(' ', 'T')}Z`,
      value,
      sensor,
    }),
  },
  {
    name: 'measured-w-offset',
    header: 'measured_on,ac_power',
    unit: 'W',
    read: ([stamp = '', value = '']) => ({ stamp: stamp.replace(' ', 'T'), value, sensor: null }),
  },
]

/** Cells of a line; a cell in quotes may hold commas and doubled quotes. */
function cellsOf(line: string): string[] {
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
  return cells.map(([, quoted, plain]) => (quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
}

/** A stamp without an offset is UTC. */
const withOffset = (stamp: string): string =>
  /(?:Z|[+-]\d{2}:?\d{2})$/.test(stamp) || !stamp.includes(':') ? stamp : `${stamp}Z`

function chosenFormat(header: string, choice: SeriesChoice): Format {
  const names = cellsOf(header)
  const place = (option: string, name: string | undefined): number | null => {
    if (name === undefined) return null
    const found = names.indexOf(name)
    if (found < 0)
      throw new Error(`--${option}: no column ${name}; there are ${names.filter(Boolean).join(', ')}`)
    return found
  }
  const [time, power, energy] = [
    place('time', choice.time),
    place('power', choice.power),
    place('energy', choice.energy),
  ]
  if (time === null || (power === null && energy === null))
    throw new Error('a file read by columns needs --time and --power or --energy')
  return {
    name: 'columns',
    header,
    unit: 'W',
    read: (cells) => ({
      stamp: withOffset((cells[time] ?? '').replace(' ', 'T')),
      value: power === null ? '' : (cells[power] ?? ''),
      ...(energy === null ? {} : { counter: cells[energy] ?? '' }),
      sensor: null,
    }),
  }
}

/** Reads a file's text. Throws for an unknown header or a row that is not of the format, with its line number. */
export function parseSeries(text: string, choice: SeriesChoice = {}): RecordedSeries {
  const lines = text.split(/\r?\n/)
  const header = (lines[0] ?? '').replace(/^\uFEFF/, '').trim()
  const named = choice.time !== undefined || choice.power !== undefined || choice.energy !== undefined
  const format = named ? chosenFormat(header, choice) : formats.find((one) => one.header === header)
  if (!format)
    throw new Error(
      `unknown header: ${header.slice(0, 120)}; name its columns with --time and --power or --energy`,
    )
  const scale = powerUnits[choice.unit ?? format.unit]
  const byTime = new Map<number, Omit<RecordedPoint, 'ts'>>()
  let sensor: string | null = null
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    const row = format.read(cellsOf(line))
    const ts = Date.parse(row.stamp)
    // Kilowatts with four decimals are exact watts with one; a product of floats is not.
    const [powerW, counterWh] = [row.value, row.counter ?? ''].map((cell) => {
      const value = cell === '' ? null : Number(cell)
      return value === null || value === NO_VALUE ? null : Math.round(value * scale * 1e4) / 1e4
    })
    if ([ts, powerW, counterWh].some(Number.isNaN))
      throw new Error(`line ${index + 1}: ${line.slice(0, 120)}`)
    byTime.set(ts, {
      powerW: powerW ?? null,
      ...(row.counter === undefined ? {} : { counterWh: counterWh ?? null }),
    })
    sensor ??= row.sensor
  }
  const points = [...byTime].map(([ts, values]) => ({ ts, ...values })).sort((a, b) => a.ts - b.ts)
  return { format: format.name, points, intervalMs: commonInterval(points), sensor }
}

/** @throws when nobody has named the unit and the numbers cannot be what the file would be taken for. */
export function refuseDoubtfulUnit({ format, points }: RecordedSeries, choice: SeriesChoice): void {
  if (choice.unit !== undefined || format === 'site-kw-utc') return
  const highest = points.reduce((most, { powerW }) => Math.max(most, powerW ?? 0), 0)
  if (highest > 0 && highest < LEAST_HIGHEST_W)
    throw new Error(
      `the highest power of this file is ${highest}, which no inverter has in W: name its unit with --unit kW (or --unit W)`,
    )
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
