import type { DeviceTime } from '#domain/telemetry/coverage.ts'
import { askedBeforeLight, DAWN, knownToday, shareKnown, WHOLE_DAY } from '#domain/telemetry/coverage.ts'
import { dayAt, dayNumber } from '#domain/telemetry/local-days.ts'
import type { Db } from '../../platform/db/handle.ts'
import { elapsedLight, elapsedTime } from '../stations/station-light.ts'
import { livesOf, knownByBar, spansKnown, type LifeRow, knownOn } from './known-store.ts'

type DeviceLife = {
  no: number
  ratedW: number | null
  /** Thousandths of the present day that lie behind. */
  elapsed: number
  /** Day numbers: asked of from, and no longer asked of; null = it is there. */
  from: number
  everHeard: boolean
  left: number | null
  leftKnown: number
  todayKnown: number
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

/**
 * Of the devices (or books) `nos` of one station, for bars that are called by the first `length` characters of their days (10:
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
  const light = elapsedLight(first, now)
  const time = elapsedTime(first, now)
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
      elapsed: row.by_time ? time : light,
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
      const { elapsed } = life
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
