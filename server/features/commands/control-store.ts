import { olderThan } from '../../platform/page/older-than.ts'
import type { TimePlace } from '../../platform/page/page.ts'
import { type Expression, type Selectable, type SqlBool, sql, type Updateable, type Insertable } from 'kysely'
import { HOUR_MS } from '#domain/commands/control-limits.ts'
import { instant } from '../../platform/db/instant.ts'
import type { ControlTable } from '../../platform/db/tables/commands.ts'
import type { Db } from '../../platform/db/handle.ts'
import { visibleStations } from '../accounts/scope.ts'
import type { Who } from '../accounts/who.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type ControlRow = Selectable<ControlTable>

/** Everything that a control row shows, of stations in `scope`. */
export const shownControls = (db: Db, scope: Expression<SqlBool>) =>
  db
    .selectFrom('control')
    .innerJoin('station', 'station.id', 'control.station_id')
    .innerJoin('account as asker', 'asker.id', 'control.asked_by')
    .leftJoin('account as decider', 'decider.id', 'control.decided_by')
    .selectAll('control')
    .select([
      'station.name as station_name',
      'station.time_zone',
      'station.company_id',
      'station.owner_account_id',
      'asker.name as asked_by_name',
      'decider.name as decided_by_name',
    ])
    .where(scope)

export type ShownControl = Awaited<ReturnType<ReturnType<typeof shownControls>['execute']>>[number]

export const lockControl = async (trx: Db, id: string): Promise<ControlRow | undefined> =>
  trx.selectFrom('control').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Newest first; those that still wait at `waitingAt` alone when that is given. */
export const findControls = async (
  db: Db,
  scope: Expression<SqlBool>,
  wanted: {
    stationId: string | undefined
    waitingAt: number | null
    before: TimePlace | null
    limit: number
  },
): Promise<ShownControl[]> =>
  shownControls(db, scope)
    .$if(wanted.stationId !== undefined, (query) =>
      query.where('control.station_id', '=', wanted.stationId ?? ''),
    )
    .$if(wanted.waitingAt !== null, (query) =>
      query
        .where('control.state', '=', 'waiting')
        .where('control.expires_at', '>', instant(wanted.waitingAt ?? 0)),
    )
    .where(olderThan('control.asked_at', 'control.id', wanted.before))
    .orderBy('control.asked_at', 'desc')
    .orderBy('control.id', 'desc')
    .limit(wanted.limit)
    .execute()

/**
 * Devices that this person has controlled, or asked to, in the hour before `now`. Locks the person's own row, so that
 * two calls at once count each other.
 */
export const controlledInHour = async (
  trx: Db,
  accountId: string,
  now: number,
  lock: boolean,
): Promise<number> => {
  if (lock) await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
  const { rows } = await sql<{ n: number }>`
    SELECT coalesce(sum(cardinality(device_ids)), 0)::int AS n FROM control
     WHERE asked_by = ${accountId} AND op <> 'read' AND asked_at > ${new Date(now - HOUR_MS)}::timestamptz
       AND state IN ('sent', 'waiting')`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Ends what waited too long for a second person. Gives the stations. */
export const expireWaiting = async (db: Db, now: number): Promise<string[]> => {
  const rows = await db
    .updateTable('control')
    .set({ state: 'expired' })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', instant(now))
    .returning('station_id')
    .execute()
  return [...new Set(rows.map(({ station_id: id }) => id))]
}

/** The open command of each device, with who gave it. */
export const openCommandsOf = async (db: Db, deviceIds: readonly string[]) =>
  deviceIds.length === 0
    ? []
    : db
        .selectFrom('command_target')
        .innerJoin('command', 'command.id', 'command_target.command_id')
        .leftJoin('account', 'account.id', 'command.created_by')
        .select([
          'command_target.device_id',
          'command.id',
          'command.op',
          'command.created_at',
          'account.name as by',
        ])
        .where('command_target.device_id', 'in', [...deviceIds])
        .where('command_target.open', '=', true)
        .where('command_target.proof', '=', false)
        .execute()

/** Devices as they are named in a result; removed ones too. */
export const namedDevices = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('device')
        .select(['id', 'kind', 'sn', 'name', 'string_no', 'position', 'gateway_id'])
        .where('id', 'in', [...ids])
        .execute()

export const visibleControl = (db: Db, who: Who, now: number, id: string) =>
  shownControls(db, visibleStations(who, now)).where('control.id', '=', id).executeTakeFirst()

export const placeOfControl = (db: Db, controlId: string) =>
  db
    .selectFrom('control')
    .innerJoin('station', 'station.id', 'control.station_id')
    .select(['control.station_id', 'station.company_id'])
    .where('control.id', '=', controlId)
    .executeTakeFirst()

export const saveDecision = async (
  trx: Db,
  controlId: string,
  fields: Updateable<Tables['control']>,
): Promise<void> => {
  await trx.updateTable('control').set(fields).where('id', '=', controlId).execute()
}

export const controlledSince = (db: Db, accountId: string, stationId: string, now: number) =>
  sql<{
    id: string
    station_id: string
    capacity_w: number
    own: boolean
    here: boolean
  }>`
    SELECT d.id, c.station_id, s.capacity_w, bool_or(c.asked_by = ${accountId}) AS own,
           bool_or(c.station_id = ${stationId}) AS here
      FROM control c CROSS JOIN LATERAL unnest(c.device_ids) AS d (id) JOIN station s ON s.id = c.station_id
     WHERE c.op <> 'read' AND c.state = 'sent' AND c.decided_by IS NULL
       AND c.asked_at > ${new Date(now - HOUR_MS)}::timestamptz
       AND (c.asked_by = ${accountId} OR c.station_id = ${stationId})
     GROUP BY 1, 2, 3`.execute(db)

export const findControl = (trx: Db, id: string) =>
  trx.selectFrom('control').select(['station_id', 'op', 'args']).where('id', '=', id).executeTakeFirst()

export const controlAt = (trx: Db, stationId: string, retryOf: string) =>
  trx
    .selectFrom('control')
    .select('id')
    .where('id', '=', retryOf)
    .where('station_id', '=', stationId)
    .executeTakeFirst()

export const insertControl = async (trx: Db, row: Insertable<Tables['control']>): Promise<void> => {
  await trx.insertInto('control').values(row).execute()
}
