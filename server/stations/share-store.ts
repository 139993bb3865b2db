import { sql } from 'kysely'
import type { Db } from '../kitchen.ts'

const shares = (db: Db) =>
  db
    .selectFrom('station_share')
    .innerJoin('account', 'account.id', 'station_share.account_id')
    .leftJoin('account as granter', 'granter.id', 'station_share.granted_by')
    .select([
      'station_share.id',
      'station_share.account_id',
      'account.account',
      'account.name',
      'station_share.rights',
      'station_share.granted_at',
      'granter.name as granted_by_name',
      'station_share.until_at',
    ])

export type ShareRow = Awaited<ReturnType<typeof sharesOf>>[number]

export const sharesOf = (db: Db, stationId: string) =>
  shares(db)
    .where('station_share.station_id', '=', stationId)
    .orderBy('station_share.granted_at', 'desc')
    .orderBy('station_share.id')
    .execute()

/** Makes a share or changes the one that this account has. */
export const putShare = async (
  db: Db,
  share: {
    stationId: string
    accountId: string
    rights: 'view' | 'manage'
    untilAt: number | null
    by: string
    now: number
  },
): Promise<ShareRow> => {
  const until_at = share.untilAt === null ? null : new Date(share.untilAt)
  const said = { rights: share.rights, until_at, granted_by: share.by, granted_at: new Date(share.now) }
  await db
    .insertInto('station_share')
    .values({ station_id: share.stationId, account_id: share.accountId, ...said })
    .onConflict((conflict) => conflict.columns(['station_id', 'account_id']).doUpdateSet(said))
    .execute()
  return shares(db)
    .where('station_share.station_id', '=', share.stationId)
    .where('station_share.account_id', '=', share.accountId)
    .executeTakeFirstOrThrow()
}

/** Whose share it was; undefined when the station has no such share. */
export const removeShare = (db: Db, stationId: string, shareId: string) =>
  db
    .deleteFrom('station_share')
    .where('id', '=', shareId)
    .where('station_id', '=', stationId)
    .returning('account_id')
    .executeTakeFirst()

/** Notes that somebody looked at a station: a row a person and day. */
export const noteLook = async (db: Db, stationId: string, accountId: string, now: number): Promise<void> => {
  const at = new Date(now)
  await db
    .insertInto('station_look')
    .values({
      station_id: stationId,
      account_id: accountId,
      day: at.toISOString().slice(0, 10),
      first_at: at,
      last_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(['station_id', 'day', 'account_id']).doUpdateSet({ last_at: at }),
    )
    .execute()
}

export type LogRow = {
  key: string
  at: number
  account_id: string | null
  person: string | null
  action: string
  result: string
  object_kind: string | null
  object_name: string | null
}

/**
 * What an audited object is called: serials of devices, names of stations and people, numbers of orders. Not of what was
 * refused: it may be somebody else's.
 */
const objectName = sql<string | null>`CASE WHEN a.result = 'done' THEN coalesce(
  (SELECT d.sn FROM device d WHERE a.object_kind IN ('device', 'gateway') AND d.id::text = a.object_id),
  (SELECT s.name FROM station s WHERE a.object_kind = 'station' AND s.id::text = a.object_id),
  (SELECT p.name FROM account p WHERE a.object_kind = 'account' AND p.id::text = a.object_id),
  (SELECT c.name FROM company c WHERE a.object_kind = 'company' AND c.id::text = a.object_id),
  (SELECT o.no FROM work_order o WHERE a.object_kind = 'order' AND o.id::text = a.object_id),
  (SELECT g.name FROM string g WHERE a.object_kind = 'string' AND g.id::text = a.object_id)) END`

const acts = (where: ReturnType<typeof sql>) => sql`
  SELECT 'a' || a.id::text AS key, a.at, a.account_id, p.name AS person, a.action, a.result,
         a.object_kind, ${objectName} AS object_name
    FROM audit a LEFT JOIN account p ON p.id = a.account_id
   WHERE ${where}`

const paged = async (
  db: Db,
  from: ReturnType<typeof sql>,
  page: { before: { at: number; key: string } | null; limit: number },
): Promise<LogRow[]> => {
  const { rows } = await sql<LogRow>`
    SELECT key, at, account_id, person, action, result, object_kind, object_name FROM (${from}) AS entries
     WHERE ${page.before === null ? sql`true` : sql`(at, key) < (${new Date(page.before.at)}::timestamptz, ${page.before.key})`}
     ORDER BY at DESC, key DESC LIMIT ${page.limit}`.execute(db)
  return rows
}

/** Looks at a station and acts on it, its devices, strings and orders. */
export const stationLog = (
  db: Db,
  stationId: string,
  only: 'looks' | 'acts' | undefined,
  page: { before: { at: number; key: string } | null; limit: number },
): Promise<LogRow[]> => {
  const looks = sql`
    SELECT 'l' || l.day::text || l.account_id::text AS key, l.last_at AS at, l.account_id, p.name AS person,
           'station.look' AS action, 'done' AS result, NULL AS object_kind, NULL AS object_name
      FROM station_look l JOIN account p ON p.id = l.account_id WHERE l.station_id = ${stationId}`
  const done = acts(sql`
    (a.object_kind = 'station' AND a.object_id = ${stationId})
    OR (a.object_kind IN ('device', 'gateway') AND a.object_id IN (SELECT d.id::text FROM device d WHERE d.station_id = ${stationId}))
    OR (a.object_kind = 'string' AND a.object_id IN (SELECT g.id::text FROM string g WHERE g.station_id = ${stationId}))
    OR (a.object_kind = 'order' AND a.object_id IN (SELECT o.id::text FROM work_order o WHERE o.station_id = ${stationId}))
    OR (a.detail ->> 'stationId' = ${stationId})`)
  if (only === 'looks') return paged(db, looks, page)
  if (only === 'acts') return paged(db, done, page)
  return paged(db, sql`${looks} UNION ALL ${done}`, page)
}

/** What people of a company did; of all companies when it is null. */
export const companyLog = (
  db: Db,
  companyId: string | null,
  refused: boolean,
  page: { before: { at: number; key: string } | null; limit: number },
): Promise<LogRow[]> =>
  paged(
    db,
    acts(
      sql`${companyId === null ? sql`true` : sql`a.company_id = ${companyId}`} AND ${refused ? sql`a.result <> 'done'` : sql`true`}`,
    ),
    page,
  )
