import { sql, type RawBuilder } from 'kysely'
import type { ControlOp } from '#domain/commands/control-ops.ts'
import type { Db } from '../../platform/db/handle.ts'

/** `key`: `a` and the number of an act, or `l`, day and person of a look. */
export type LogRow = {
  key: string
  at: number
  account_id: string | null
  person: string | null
  action: string
  result: string
  object_kind: string | null
  object_name: string | null
  /** Of remote control alone. `others`: devices beside the one that is named. */
  op: ControlOp | null
  args: Record<string, string | number | boolean | null> | null
  others: number
}

/** `before`: the last entry of the page before this one. */
export type LogPage = { before: { at: number; key: string } | null; limit: number }

/** Of one instant, looks come before acts, and the later act before the earlier. */
const actsBefore = ({ before }: LogPage): RawBuilder<unknown> => {
  if (before === null) return sql`true`
  const at = sql`${new Date(before.at)}::timestamptz`
  return before.key.startsWith('a')
    ? sql`(a.at, a.id) < (${at}, ${before.key.slice(1)}::bigint)`
    : sql`a.at <= ${at}`
}

const looksBefore = ({ before }: LogPage): RawBuilder<unknown> => {
  if (before === null) return sql`true`
  const at = sql`${new Date(before.at)}::timestamptz`
  // The day stands in the index, the time does not.
  const day = sql`l.day <= (${at} AT TIME ZONE 'UTC')::date`
  return before.key.startsWith('l')
    ? sql`${day} AND (l.last_at, l.account_id) < (${at}, ${before.key.slice(-36)}::uuid)`
    : sql`${day} AND l.last_at < ${at}`
}

/** The newest of the log of one station, company or all, each read in the order of its index. */
const acts = (where: RawBuilder<unknown>, page: LogPage) => sql`
  (SELECT 'a' || a.id AS key, a.at, 1 AS place, a.id AS no, a.account_id, a.action, a.result, a.object_kind, a.object_id
     FROM audit a WHERE ${where} AND ${actsBefore(page)} ORDER BY a.at DESC, a.id DESC LIMIT ${page.limit})`

const looks = (stationId: string, page: LogPage) => sql`
  (SELECT 'l' || l.day || l.account_id AS key, l.last_at AS at, 2 AS place, 0 AS no, l.account_id,
          'station.look' AS action, 'done' AS result, NULL AS object_kind, NULL AS object_id
     FROM station_look l WHERE l.station_id = ${stationId} AND ${looksBefore(page)}
    ORDER BY l.day DESC, l.last_at DESC, l.account_id DESC LIMIT ${page.limit})`

const isNamed = sql`e.result = 'done' AND e.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`

/**
 * What an audited object is called: serials of devices, names of stations and people, numbers of orders. Not of what was
 * refused: it may be somebody else's. Asked for the rows of one page alone.
 */
const objectName = sql`CASE WHEN ${isNamed} THEN
  CASE e.object_kind
    WHEN 'control' THEN (SELECT d.sn FROM device d WHERE d.id = ANY(c.device_ids) ORDER BY array_position(c.device_ids, d.id) LIMIT 1)
    WHEN 'device' THEN (SELECT d.sn FROM device d WHERE d.id = e.object_id::uuid)
    WHEN 'gateway' THEN (SELECT d.sn FROM device d WHERE d.id = e.object_id::uuid)
    WHEN 'station' THEN (SELECT s.name FROM station s WHERE s.id = e.object_id::uuid)
    WHEN 'account' THEN (SELECT p.name FROM account p WHERE p.id = e.object_id::uuid)
    WHEN 'company' THEN (SELECT c.name FROM company c WHERE c.id = e.object_id::uuid)
    WHEN 'order' THEN (SELECT o.no FROM work_order o WHERE o.id = e.object_id::uuid)
    WHEN 'string' THEN (SELECT g.name FROM string g WHERE g.id = e.object_id::uuid)
    WHEN 'alarm' THEN (SELECT d.sn FROM alarm m JOIN device d ON d.id = m.device_id WHERE m.id = e.object_id::uuid)
    WHEN 'upgrade_task' THEN (SELECT d.sn FROM upgrade_task t JOIN device d ON d.id = t.gateway_id WHERE t.id = e.object_id::uuid)
    WHEN 'package' THEN (SELECT f.name FROM firmware_package f WHERE f.id = e.object_id::uuid)
  END END`

/** The remote control that was done, if it was that. */
const control = sql`(SELECT c.op, c.args, c.device_ids FROM control c
  WHERE c.id = CASE WHEN ${isNamed} AND e.object_kind = 'control' THEN e.object_id::uuid END)`

const named = async (
  db: Db,
  entries: RawBuilder<unknown>,
  limit: number,
  companyId: string | null,
): Promise<LogRow[]> => {
  const name =
    companyId === null
      ? objectName
      : sql`CASE WHEN audit_company_of(e.object_kind, e.object_id, '{}', e.result, NULL) = ${companyId} THEN ${objectName} END`
  const { rows } = await sql<LogRow>`
    SELECT e.key, e.at, e.account_id, p.name AS person, e.action, e.result, e.object_kind,
           nullif(${name}, '') AS object_name, c.op, c.args, coalesce(cardinality(c.device_ids) - 1, 0) AS others
      FROM (SELECT * FROM (${entries}) AS found ORDER BY at DESC, place DESC, no DESC, account_id DESC LIMIT ${limit}) AS e
      LEFT JOIN account p ON p.id = e.account_id
      LEFT JOIN LATERAL ${control} AS c ON true
     ORDER BY e.at DESC, e.place DESC, e.no DESC, e.account_id DESC`.execute(db)
  return rows
}

/** Looks at a station and acts on it, its devices, strings, alarms and orders, the newest first. */
export const stationLog = (
  db: Db,
  stationId: string,
  only: 'looks' | 'acts' | undefined,
  page: LogPage,
): Promise<LogRow[]> => {
  const seen = looks(stationId, page)
  const done = acts(sql`a.station_id = ${stationId}`, page)
  const entries = { looks: seen, acts: done, all: sql`${seen} UNION ALL ${done}` }
  return named(db, entries[only ?? 'all'], page.limit, null)
}

/**
 * What was done with what belongs to a company, whoever did it, the newest first; of all companies when it is null. What
 * has gone to another company since is not named: it may be called otherwise there.
 */
export const companyLog = (
  db: Db,
  companyId: string | null,
  refused: boolean,
  page: LogPage,
): Promise<LogRow[]> => {
  const whose = companyId === null ? sql`true` : sql`a.company_id = ${companyId}`
  const which = refused ? sql`a.result <> 'done'` : sql`true`
  return named(db, acts(sql`${whose} AND ${which}`, page), page.limit, companyId)
}
