import { sql } from 'kysely'
import type { DeviceTime } from '#domain/telemetry/coverage.ts'
import { askedBeforeLight, DAWN, knownToday, shareKnown, WHOLE_DAY } from '#domain/telemetry/coverage.ts'
import { dayAt, dayNumber } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { elapsedLight } from '../stations/station-light.ts'

type DeviceLife = {
  no: number
  ratedW: number | null
  /** Day numbers: asked of from, and no longer asked of; null = it is there. */
  from: number
  everHeard: boolean
  left: number | null
  leftKnown: number
  todayKnown: number
}

type LifeRow = {
  no: number
  rated_w: number | null
  created_at: number
  removed_at: number | null
  first_day: string | null
  latitude: number
  north: boolean
  longitude: number
  east: boolean
  report_min: number
  time_zone: string
}

/** What was booked of devices over some bars of time, and what could be: from it every share of them is worked out. */
export type KnownTimes = {
  /** The first local day of which energy is known. */
  since: string | null
  /** Of the days from `fromDay` to `toDay` (both included); `bars`: the keys of the bars in it, null = all there are. */
  devices: (
    limits: { fromDay: string; toDay: string } | null,
    bars: readonly string[] | null,
  ) => (DeviceTime & { no: number })[]
}

export const shareOf = (times: KnownTimes, ...period: Parameters<KnownTimes['devices']>): number | null =>
  shareKnown(times.devices(...period))

const livesOf = async (db: Db, nos: readonly number[]): Promise<LifeRow[]> =>
  (
    await sql<LifeRow>`
      SELECT d.no, greatest(d.rated_w, d.shown_w) AS rated_w, d.created_at, d.removed_at, f.day AS first_day, s.latitude, s.north, s.longitude, s.east,
             s.report_min, s.time_zone
        FROM device d JOIN station s ON s.id = d.station_id
        LEFT JOIN LATERAL (SELECT e.day FROM energy_day e WHERE e.device_no = d.no AND e.first_ts IS NOT NULL
                            ORDER BY e.day LIMIT 1) AS f ON true
       WHERE d.no = ANY(${[...nos]}::int[]) ORDER BY d.no`.execute(db)
  ).rows

/** Known thousandths of single days of single devices. */
const knownOn = async (
  db: Db,
  days: readonly { no: number; day: string }[],
): Promise<Map<string, number>> => {
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ no: number; day: string; known: number }>`
    SELECT e.device_no AS no, e.day, coalesce(e.known, 0) AS known
      FROM unnest(${days.map(({ no }) => no)}::int[], ${days.map(({ day }) => day)}::date[]) AS w(no, day)
      JOIN energy_day e ON e.device_no = w.no AND e.day = w.day`.execute(db)
  return new Map(rows.map(({ no, day, known }) => [`${no} ${day}`, known]))
}

type BarRow = { no: number; key: string; known: number; unmeasured: number }

/** By device and bar: keys of `length` characters of the day. Longer bars than days come from whole months. */
const knownByBar = async (
  db: Db,
  nos: readonly number[],
  length: number,
  limits: { fromDay: string; toDay: string } | null,
): Promise<BarRow[]> => {
  const [from, to] = [limits?.fromDay ?? '0001-01-01', limits?.toDay ?? '9999-12-31']
  const days = sql`SELECT device_no, day, known, (first_ts IS NOT NULL AND known IS NULL)::int AS unmeasured
                     FROM energy_day WHERE device_no = ANY(${[...nos]}::int[]) AND day BETWEEN ${from}::date AND ${to}::date`
  const months = sql`SELECT device_no, month AS day, known, unmeasured
                       FROM energy_month WHERE device_no = ANY(${[...nos]}::int[]) AND month BETWEEN ${from}::date AND ${to}::date`
  const { rows } = await sql<BarRow>`
    SELECT device_no AS no, left(day::text, ${length}::int) AS key, coalesce(sum(known), 0) AS known,
           sum(unmeasured) AS unmeasured
      FROM (${length === 10 ? days : months}) AS booked GROUP BY 1, 2`.execute(db)
  return rows
}

type SpanRow = { no: number; fromDay: string; toDay: string; known: number | null }

const spansKnown = async (
  db: Db,
  nos: readonly number[],
  limits: { fromDay: string; toDay: string } | null,
): Promise<SpanRow[]> =>
  (
    await sql<SpanRow>`
      SELECT device_no AS no, from_day AS "fromDay", to_day AS "toDay", known FROM energy_span
       WHERE device_no = ANY(${[...nos]}::int[])
         AND (${limits?.fromDay ?? null}::date IS NULL
              OR (from_day <= ${limits?.toDay ?? null}::date AND to_day >= ${limits?.fromDay ?? null}::date))`.execute(
      db,
    )
  ).rows

/**
 * Of the devices `nos` of one station, for bars that are called by the first `length` characters of their days (10:
 * days, 7: months, 4: years) between `limits` (null = the whole life). What was known of them, device by device.
 */
export const readKnownTimes = async (
  db: Db,
  nos: readonly number[],
  { length, limits }: { length: number; limits: { fromDay: string; toDay: string } | null },
  now: number,
): Promise<KnownTimes> => {
  const [rows, bars, spans] = await Promise.all([
    livesOf(db, nos),
    knownByBar(db, nos, length, limits),
    spansKnown(db, nos, limits),
  ])
  const [first] = rows
  if (first === undefined) return { since: null, devices: () => [] }
  const zone = first.time_zone
  const today = dayAt(now, zone)
  const elapsed = elapsedLight(first, now)
  const leftOn = (row: LifeRow) => (row.removed_at === null ? null : dayAt(row.removed_at, zone))
  const single = await knownOn(
    db,
    rows.flatMap((row) => [today, leftOn(row)].flatMap((day) => (day === null ? [] : { no: row.no, day }))),
  )
  const lives = rows.map((row): DeviceLife => {
    const created = dayNumber(dayAt(row.created_at, zone))
    const leaves = leftOn(row)
    return {
      no: row.no,
      ratedW: row.rated_w,
      from: Math.min(created, row.first_day === null ? created : dayNumber(row.first_day)),
      everHeard: row.first_day !== null,
      left: leaves === null ? null : dayNumber(leaves),
      leftKnown: leaves === null || leaves === today ? 0 : (single.get(`${row.no} ${leaves}`) ?? 0),
      todayKnown: single.get(`${row.no} ${today}`) ?? 0,
    }
  })
  const barsOf = Map.groupBy(bars, ({ no }) => no)
  const spansOf = Map.groupBy(spans, ({ no }) => no)
  const present = dayNumber(today)

  const devices: KnownTimes['devices'] = (period, keys) => {
    const [from, to] =
      period === null ? [-Infinity, present] : [dayNumber(period.fromDay), dayNumber(period.toDay)]
    const wanted = keys === null ? null : new Set(keys)
    const holds = (day: number): boolean => day >= from && day <= to
    return lives.map((life) => {
      const there = life.left === null
      const last = Math.min(to, present - 1, there ? Infinity : (life.left ?? 0) - 1)
      const days = Math.max(0, last - Math.max(from, life.from) + 1)
      const begun = there && holds(present) && life.from <= present
      if (begun && days === 0 && elapsed < DAWN)
        return { no: life.no, ratedW: life.ratedW, ...askedBeforeLight(life.everHeard) }
      const asked = WHOLE_DAY * days + (begun ? elapsed : 0)
      const booked = (barsOf.get(life.no) ?? []).filter(({ key }) => wanted === null || wanted.has(key))
      const inside = (spansOf.get(life.no) ?? []).filter(
        (span) => period === null || (span.fromDay >= period.fromDay && span.toDay <= period.toDay),
      )
      const unmeasured =
        booked.some((bar) => bar.unmeasured > 0) || inside.some(({ known }) => known === null)
      const now = holds(present) ? (there ? knownToday(life.todayKnown, elapsed) : 0) - life.todayKnown : 0
      const left = life.left !== null && holds(life.left) ? life.leftKnown : 0
      const known =
        booked.reduce((sum, bar) => sum + bar.known, 0) +
        inside.reduce((sum, span) => sum + (span.known ?? 0), 0) +
        now -
        left
      return { no: life.no, ratedW: life.ratedW, asked, known: unmeasured ? null : known }
    })
  }
  const since = rows.flatMap(({ first_day: day }) => day ?? []).sort()[0] ?? null
  return { since, devices }
}
