import { hasFlag } from './quality-flags.ts'

/** What tells of a string by itself, and what it tells. No schema here: screens use it too. */

/** Its optimizers, its own current as its inverter measures it, or its tracker when no other string ends there. */
export const stringMeans = ['current', 'tracker', 'optimizers'] as const
export type StringMeans = (typeof stringMeans)[number]
/**
 * Why nothing does: others end on the same tracker; it is not entered which string ends on which tracker; the inverter
 * says nothing of its trackers.
 */
export const unmeasuredWhys = ['shared', 'unplaced', 'untold'] as const
type UnmeasuredWhy = (typeof unmeasuredWhys)[number]

export type StringSource =
  /** `tracker`: whose voltage is the string's; null = none, of a current then the current alone is known. */
  { by: StringMeans; tracker: number | null; why: null } | { by: null; tracker: null; why: UnmeasuredWhy }

/** What an inverter's reading says of its parts. V, A, W. */
type TrackerValues = { n: number; u?: number | null; i?: number | null; p?: number | null }
type CurrentValues = { n: number; i?: number | null }
export type PartsReading = {
  flags: number
  mppt: readonly TrackerValues[] | null
  str: readonly CurrentValues[] | null
}

type Entered = { no: number; mpptNo: number | null }
/** How many hang in a string; `whole`: nothing speaks against it that they are at all of its modules. */
type Optimizers = { count: number; whole: boolean }

/**
 * Optimizers count first wherever they are at all modules: lists, tree and roof show each of them and their sum, and a
 * string has one figure. `siblings`: all strings of its inverter, itself among them. `reading`: the newest of the
 * inverter; null = never heard.
 */
export const sourceOf = (
  { no, mpptNo }: Entered,
  siblings: readonly Entered[],
  reading: PartsReading | null,
  optimizers: Optimizers,
): StringSource => {
  const tracker = mpptNo === null ? undefined : reading?.mppt?.find(({ n }) => n === mpptNo)
  const current = reading?.str?.find(({ n }) => n === no)
  const measured = current?.i != null
  const told = tracker !== undefined && (tracker.p != null || (tracker.u != null && tracker.i != null))
  const others = siblings.filter((one) => one.no !== no)
  const alone = mpptNo !== null && others.every((one) => one.mpptNo !== null && one.mpptNo !== mpptNo)
  const byOptimizers = {
    by: 'optimizers',
    tracker: mpptNo !== null && tracker?.u != null ? tracker.n : null,
    why: null,
  } as const
  if (optimizers.count > 0 && optimizers.whole) return byOptimizers
  if (measured && tracker?.u != null) return { by: 'current', tracker: tracker.n, why: null }
  if (told && alone) return { by: 'tracker', tracker: tracker.n, why: null }
  if (optimizers.count > 0) return byOptimizers
  if (measured) return { by: 'current', tracker: null, why: null }
  if (!reading?.mppt?.length) return { by: null, tracker: null, why: 'untold' }
  if (mpptNo !== null && others.some((one) => one.mpptNo === mpptNo))
    return { by: null, tracker: null, why: 'shared' }
  return { by: null, tracker: null, why: alone ? 'untold' : 'unplaced' }
}

export type StringValues = { currentA: number | null; voltageV: number | null; powerW: number | null }

/** What a reading of its inverter says of a string; of optimizers the voltage alone, all null where nothing measures it. */
export const stringValues = (source: StringSource, no: number, reading: PartsReading): StringValues => {
  const { flags } = reading
  const tracker = source.tracker === null ? undefined : reading.mppt?.find(({ n }) => n === source.tracker)
  const voltageV = hasFlag(flags, 'voltage') ? null : (tracker?.u ?? null)
  if (source.by !== 'current' && source.by !== 'tracker') return { currentA: null, voltageV, powerW: null }
  const own = source.by === 'current' ? reading.str?.find(({ n }) => n === no)?.i : tracker?.i
  const currentA = hasFlag(flags, 'current') ? null : (own ?? null)
  const product = currentA === null || voltageV === null ? null : currentA * voltageV
  const said = source.by === 'tracker' && !hasFlag(flags, 'dcPower') ? (tracker?.p ?? null) : null
  const powerW = said ?? product
  return { currentA, voltageV, powerW: powerW === null ? null : Math.max(0, powerW) }
}

/** What each tracker of an inverter gives, W, by its number: what it says, or voltage by current; null = not measured. */
export const trackerPowers = ({ flags, mppt }: PartsReading): { no: number; powerW: number | null }[] =>
  (mppt ?? []).map(({ n }) => ({
    no: n,
    powerW: stringValues({ by: 'tracker', tracker: n, why: null }, n, { flags, mppt, str: null }).powerW,
  }))

/**
 * Energy of powers over time, Wh, and how long they are known of, ms within [light.from, light.to). Between two readings
 * the power is taken to have gone evenly from one to the other; further apart than `bridgeMs` nothing is known.
 */
export const energyOfPowers = (
  points: readonly { ts: number; powerW: number | null }[],
  bridgeMs: number,
  light: { from: number; to: number },
): { wh: number | null; coveredMs: number } => {
  let [wh, coveredMs, pairs] = [0, 0, 0]
  let before: { ts: number; powerW: number } | null = null
  for (const { ts, powerW } of points) {
    if (powerW === null) continue
    const far = before === null ? 0 : ts - before.ts
    if (before !== null && far > 0 && far <= bridgeMs) {
      wh += (((before.powerW + powerW) / 2) * far) / 3_600_000
      coveredMs += Math.max(0, Math.min(light.to, ts) - Math.max(light.from, before.ts))
      pairs += 1
    }
    before = { ts, powerW }
  }
  return { wh: pairs > 0 ? wh : null, coveredMs }
}
