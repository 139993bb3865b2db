import type { DeviceKind } from '#domain/devices/kinds.ts'
import { soundRatedW } from '#domain/telemetry/shown-power.ts'
import { sql } from 'kysely'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { HOURS_USED, LEAST_LIGHT, lightSteps, type StepsOf } from '#domain/work-orders/verification.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { powerByStep } from '../telemetry/reading-store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const USUAL_DAYS = 7
const USUAL_LEAST = 3
const PEERS_MAX = 200

export type Compared = {
  no: number
  id: string
  kind: DeviceKind
  sn: string
  name: string
  brand: string
  model: string
  station_id: string
  gateway_id: string | null
  parent_id: string | null
  string_no: number | null
  rated_w: number | null
  shown_w: number | null
}

/** Figures of one thing and its peers in steps counted from `from`, each per its size. */
export type Cells = { own: StepsOf; peers: StepsOf[] }
export type Window = { from: number; to: number; stepMs: number }

const sizeOf = (
  device: Pick<Compared, 'kind' | 'brand' | 'model' | 'rated_w' | 'shown_w'>,
): number | null => {
  if (device.kind !== 'inverter') return modulesOfOptimizer(device.brand, device.model) ?? 1
  const ratedW = soundRatedW(device.rated_w, device.shown_w)
  return ratedW === null ? null : ratedW / 1000
}

/** Power per kW rated of the station's inverters, or per module of the string's optimizers. */
export const powerCells = async (db: Db, device: Compared, window: Window): Promise<Cells> => {
  const { kind, parent_id: parentId, string_no: stringNo } = device
  const peers = await db
    .selectFrom('device')
    .select(['no', 'kind', 'brand', 'model', 'rated_w', 'shown_w'])
    .where('station_id', '=', device.station_id)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .where('no', '<>', device.no)
    .$if(kind === 'optimizer', (query) =>
      query.where('parent_id', '=', parentId).where('string_no', '=', stringNo),
    )
    .orderBy('no')
    .limit(PEERS_MAX)
    .execute()
  const all = [device, ...peers]
  const cells = await powerByStep(
    db,
    all.map(({ no }) => no),
    window.from,
    window.to,
    window.stepMs,
  )
  const byDevice = Map.groupBy(cells, ({ deviceNo }) => deviceNo)
  const stepsOf = (one: (typeof peers)[number] | Compared): StepsOf => {
    const size = sizeOf(one)
    if (size === null || size <= 0) return new Map()
    return new Map(byDevice.get(one.no)?.map(({ step, powerW }) => [step, powerW / size]))
  }
  // What has no size is held against nothing, and nothing against it.
  const sized = sizeOf(device) === null ? [] : peers.filter((one) => sizeOf(one) !== null)
  return { own: stepsOf(device), peers: sized.map(stepsOf) }
}

type CurrentCell = { n: number; step: number; a: number }

const currentsOf = async (db: Db, no: number, { from, to, stepMs }: Window): Promise<CurrentCell[]> => {
  const { rows } = await sql<CurrentCell>`
    SELECT (m->>'n')::int AS n, floor(extract(epoch FROM ts - ${instant(from)}) * 1000 / ${stepMs}::float8)::int AS step,
           avg(greatest((m->>'i')::float8, 0)) AS a
      FROM reading, jsonb_array_elements(mppt) AS m
     WHERE device_no = ${no} AND ts >= ${instant(from)} AND ts < ${instant(to)}
       AND mppt IS NOT NULL AND m->>'i' IS NOT NULL AND flags & ${qualityFlags.power}::int = 0
     GROUP BY 1, 2`.execute(db)
  return rows
}

/**
 * What each tracker usually gives at this time of the day: its mean current in the days before the fault. Planes look to
 * different sides and hold unlike numbers of strings, so each is held against its own.
 */
const usualOf = async (
  db: Db,
  no: number,
  window: Window,
  faultAt: number,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ n: number; a: number; days: number }>`
    SELECT (m->>'n')::int AS n, avg(greatest((m->>'i')::float8, 0)) AS a, count(DISTINCT date_trunc('day', ts))::int AS days
      FROM reading, jsonb_array_elements(mppt) AS m
     WHERE device_no = ${no} AND ts >= ${instant(faultAt - USUAL_DAYS * DAY)} AND ts < ${instant(faultAt)}
       AND mod((extract(epoch FROM ts) * 1000)::bigint - ${window.from}::bigint + ${sql.lit(400 * DAY)}::bigint, ${sql.lit(DAY)}::bigint) < ${window.to - window.from}::bigint
       AND mppt IS NOT NULL AND m->>'i' IS NOT NULL AND flags & ${qualityFlags.power}::int = 0
     GROUP BY 1`.execute(db)
  return new Map(rows.flatMap(({ n, a, days }) => (days >= USUAL_LEAST && a > 0 ? [[n, a]] : [])))
}

/** The hours of the newest light, in which trackers are held against each other. */
const newestHours = (trackers: readonly StepsOf[], window: Window): Window => {
  const steps = lightSteps(trackers, LEAST_LIGHT.current).slice(
    -Math.ceil((HOURS_USED * HOUR) / window.stepMs),
  )
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) return { ...window, to: window.from }
  return {
    from: window.from + first * window.stepMs,
    to: window.from + (last + 1) * window.stepMs,
    stepMs: window.stepMs,
  }
}

/**
 * Currents of an inverter's trackers, A: by what each usually gives where that is known (then scaled back to A by the
 * mean of all), else by the number of its strings.
 */
export const currentCells = async (
  db: Db,
  device: Compared,
  tracker: number,
  window: Window,
  faultAt: number,
): Promise<Cells> => {
  const [cells, strings] = await Promise.all([
    currentsOf(db, device.no, window),
    db
      .selectFrom('string')
      .select('mppt_no')
      .where('inverter_id', '=', device.id)
      .where('removed_at', 'is', null)
      .execute(),
  ])
  const byTracker = Map.groupBy(cells, ({ n }) => n)
  const numbers = [...byTracker.keys()]
  const byStrings = (n: number): number => Math.max(1, strings.filter((one) => one.mppt_no === n).length)
  const stepsBy = (n: number, sizeOfTracker: (n: number) => number): StepsOf =>
    new Map(byTracker.get(n)?.map(({ step, a }) => [step, a / sizeOfTracker(n)]))
  const usual = await usualOf(
    db,
    device.no,
    newestHours(
      numbers.map((n) => stepsBy(n, byStrings)),
      window,
    ),
    faultAt,
  )
  const mean = [...usual.values()].reduce((sum, one) => sum + one, 0) / Math.max(1, usual.size)
  const isUsual = numbers.length > 0 && numbers.every((n) => usual.has(n))
  const sizeOfTracker = isUsual ? (n: number): number => (usual.get(n) ?? mean) / mean : byStrings
  return {
    own: stepsBy(tracker, sizeOfTracker),
    peers: numbers.filter((n) => n !== tracker).map((n) => stepsBy(n, sizeOfTracker)),
  }
}
