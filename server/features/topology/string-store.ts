import { sql } from 'kysely'
import type { MpptReading, StringReading } from '../../platform/db/tables/telemetry.ts'
import type { Plane } from '#domain/stations/clear-sky.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inForce, type DeviceNow } from '../devices/device-store.ts'
import { STRING_READINGS_MAX } from '#domain/telemetry/limits.ts'
import { listAsSaid, ofDevice, openStrings, openTrackers, readings } from '../telemetry/readings-sql.ts'

/** An optimizer that hangs in a string now. `since`: epoch ms; null = from its first reading on. */
export type StringMember = {
  stringId: string
  deviceId: string
  no: number
  since: number | null
  plane: Plane | null
}

/** The optimizers of these strings, and the planes that were entered for where they lie. */
export const membersOf = async (db: Db, stringIds: readonly string[]): Promise<StringMember[]> => {
  if (stringIds.length === 0) return []
  const { rows } = await sql<
    Omit<StringMember, 'plane'> & { tiltDeg: number | null; azimuthDeg: number | null }
  >`
    SELECT p.string_id AS "stringId", d.id AS "deviceId", d.no,
           CASE WHEN EXISTS (SELECT FROM place_device o WHERE o.device_id = d.id AND o.since < pd.since)
                THEN pd.since END AS since,
           a.tilt_deg AS "tiltDeg", a.azimuth_deg AS "azimuthDeg"
      FROM place p
      JOIN place_device pd ON pd.place_id = p.id AND pd.until IS NULL
      JOIN device d ON d.id = pd.device_id AND d.removed_at IS NULL
      LEFT JOIN array_area a ON a.id = p.area_id AND a.removed_at IS NULL
     WHERE p.string_id = ANY(${[...stringIds]}::uuid[]) AND p.removed_at IS NULL AND p.kind = 'optimizer'
     ORDER BY p.string_id, p.position, d.no`.execute(db)
  return rows.map(({ tiltDeg, azimuthDeg, ...one }) => ({
    ...one,
    plane: tiltDeg === null || azimuthDeg === null ? null : { tiltDeg, azimuthDeg },
  }))
}

export const devicesNow = async (db: Db, ids: readonly string[]): Promise<Map<string, DeviceNow>> => {
  if (ids.length === 0) return new Map()
  const rows = await inForce(db)
    .where('device.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type PartsRow = { ts: number; flags: number; mppt: MpptReading[] | null; str: StringReading[] | null }

/**
 * What an inverter said of its trackers and strings in [from, to), sorted, of very many readings the newest; with `only` of
 * one tracker and one string alone.
 */
export const partsReadings = async (
  db: Db,
  deviceNo: number,
  { from, to }: { from: number; to: number },
  only: { tracker: number | null; no: number } | null,
): Promise<PartsRow[]> => {
  const { rows } = await sql<PartsRow>`
    SELECT ts, flags, ${listAsSaid('mppt')} AS mppt, ${listAsSaid('str')} AS str
      FROM ${readings(ofDevice(deviceNo), instant(from), instant(to))} AS r
     WHERE num_nonnulls(mppt_said, trackers, str_said, strings) > 0
     ORDER BY ts DESC LIMIT ${STRING_READINGS_MAX}`.execute(db)
  const those = <Part extends { n: number }>(list: Part[] | null, n: number | null): Part[] | null =>
    only === null ? list : (list?.filter((one) => one.n === n) ?? null)
  for (const row of rows) {
    row.mppt = those(openTrackers(row.mppt), only?.tracker ?? 0)
    row.str = those(openStrings(row.str), only?.no ?? 0)
  }
  return rows.toReversed()
}

/** `first`: the first local day that counts. */
type MemberDays = { part: number; no: number; first: string }

/** What counters counted, by part and local day, with how many of its members are known. */
export const countedDays = async (
  db: Db,
  members: readonly MemberDays[],
  { from, to }: { from: string; to: string },
): Promise<{ part: number; day: string; wh: number; known: number }[]> => {
  if (members.length === 0) return []
  const { rows } = await sql<{ part: number; day: string; wh: number; known: number }>`
    SELECT m.part, e.day::text AS day, sum(e.wh)::float8 AS wh, count(*)::int AS known
      FROM unnest(${members.map(({ part }) => part)}::int[], ${members.map(({ no }) => no)}::int[],
                  ${members.map(({ first }) => first)}::date[]) AS m(part, no, first)
      JOIN energy_day e ON e.device_no = m.no AND e.day >= m.first AND e.first_ts IS NOT NULL
     WHERE e.day BETWEEN ${from}::date AND ${to}::date
     GROUP BY 1, 2`.execute(db)
  return rows
}
