import type { RoofArea } from '#domain/stations/faces.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'

/** Angles are kept in four bytes, and told as they were typed. */
const asTyped = (column: RawBuilder<unknown>) => sql`${column}::numeric::float8`

/**
 * Roof areas of the stations of `ids` (a query with a column `id`), as `RoofArea`. Only of stations of which one lies in
 * another plane than the station's own: of all others nothing but their areas is read. What hangs in an area counts by
 * its place, so a device that was taken away for repair leaves its modules; a module under two devices counts once. What
 * a module gives is its own figure, else its part of what its string has.
 */
export const roofs = (ids: RawBuilder<unknown>) => sql`
  WITH several AS (
    SELECT s.id FROM (${ids}) AS i JOIN station s ON s.id = i.id
     WHERE EXISTS (SELECT FROM array_area a WHERE a.station_id = s.id AND a.removed_at IS NULL
                     AND (coalesce(a.tilt_deg, s.tilt_deg) IS DISTINCT FROM s.tilt_deg
                          OR coalesce(a.azimuth_deg, s.azimuth_deg) IS DISTINCT FROM s.azimuth_deg))),
  -- Of strings the capacity of which is known, how many modules hang in them.
  part AS (
    SELECT g.id, p.kind, g.capacity_w / sum(p.modules) AS each
      FROM several v
      JOIN string g ON g.station_id = v.id AND g.removed_at IS NULL AND g.capacity_w IS NOT NULL
      JOIN place p ON p.station_id = v.id AND p.string_id = g.id AND p.removed_at IS NULL
     GROUP BY g.id, p.kind),
  lain AS (
    SELECT p.area_id, p.modules, coalesce(p.module_w, g.each * p.modules) AS watts
      FROM several v
      JOIN place p ON p.station_id = v.id AND p.removed_at IS NULL AND p.area_id IS NOT NULL
       AND p.kind IN ('optimizer', 'shutdown')
      LEFT JOIN part g ON g.id = p.string_id AND g.kind = p.kind
     WHERE p.kind = 'optimizer'
        OR NOT EXISTS (SELECT FROM place o
                        WHERE o.area_id = p.area_id AND o.kind = 'optimizer' AND o.row_no = p.row_no
                          AND o.col_no = p.col_no AND o.removed_at IS NULL)),
  area AS (
    SELECT a.station_id, a.id, ${asTyped(sql`a.tilt_deg`)} AS tilt, ${asTyped(sql`a.azimuth_deg`)} AS azimuth,
           coalesce(sum(l.modules) FILTER (WHERE l.watts IS NOT NULL), 0) AS known,
           coalesce(sum(l.watts), 0) AS watts,
           coalesce(sum(l.modules) FILTER (WHERE l.watts IS NULL), 0) AS unknown
      FROM several v
      JOIN array_area a ON a.station_id = v.id AND a.removed_at IS NULL
      JOIN lain l ON l.area_id = a.id
     GROUP BY a.id)
  SELECT station_id, json_agg(json_build_object('tiltDeg', tilt, 'azimuthDeg', azimuth, 'known', known, 'knownW', watts,
                                                'unknown', unknown) ORDER BY id) AS roof
    FROM area GROUP BY station_id`

/** Roof areas of stations by id, in one statement; none where all modules lie in the station's own plane. */
export const roofsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, RoofArea[]>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; roof: RoofArea[] }>`
    SELECT station_id AS id, roof FROM (${roofs(sql`SELECT unnest(${[...ids]}::uuid[]) AS id`)}) AS r`.execute(
    db,
  )
  return new Map(rows.map(({ id, roof }) => [id, roof]))
}

/** Of one station. */
export const roofOf = async (db: Db, id: string): Promise<RoofArea[] | null> =>
  (await roofsOf(db, [id])).get(id) ?? null
