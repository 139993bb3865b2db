/** One line of the benchmark's output. */
export type Figure = {
  name: string
  value: number
  unit: string
  /** What it was measured against, in the same run. */
  against: string
  /** What is wanted, such as `>= 0.45`; absent where a figure only explains another one. */
  aim?: string
  ok?: boolean
}

export type Print = (figure: Figure) => void

/** A part of the benchmark: prints its figures itself, so that a part that fails half-way has still said something. */
export type Benchmark = (print: Print, options: BenchOptions) => Promise<void>
export type BenchOptions = {
  /** A folder for pictures from tap to figures. */
  filmstrip: string | null
  /** How long a page is watched or a fleet reports, minutes. */
  minutes: number
  /** Share of its full size that a large part has, to try it. */
  size: number
  /** A folder for what the profiler saw. */
  profile: string | null
}

const holds: Record<string, (value: number, limit: number) => boolean> = {
  '>=': (value, limit) => value >= limit,
  '<=': (value, limit) => value <= limit,
  '<': (value, limit) => value < limit,
  '=': (value, limit) => value === limit,
}

/** @throws for an aim that is no sign and number. */
export const meets = (value: number, aim: string): boolean => {
  const [sign = '', limit = ''] = aim.split(' ')
  const test = holds[sign]
  if (test === undefined || limit === '' || !Number.isFinite(Number(limit))) throw new Error(`no aim: ${aim}`)
  return test(value, Number(limit))
}

const rounded = (value: number): number => Number(value.toPrecision(4))

/** A figure, judged when there is an aim. A value that is no number meets none. */
export const figure = (name: string, value: number, unit: string, against: string, aim?: string): Figure => ({
  name,
  value: rounded(value),
  unit,
  against,
  ...(aim === undefined ? {} : { aim, ok: Number.isFinite(value) && meets(rounded(value), aim) }),
})

/** The value below which the share `q` (0 to 1) of the values lies, by nearest rank; NaN of none. */
export const quantile = (values: readonly number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
