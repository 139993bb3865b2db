import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { LIMITS_ENDED_SHOWN } from '#domain/commands/control-limits.ts'
import { isLifting, LIMIT_USUAL_S, type LimitEnder, reversionOf } from '#domain/commands/power-limits.ts'
import type { ControlAct } from '#domain/commands/control-ops.ts'
import type { DeviceNow } from '../devices/device-store.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Db } from '../../platform/db/handle.ts'

/** The limits that a command sets, not yet in force. Taking one away is one of 100 %, which is over as soon as it stands. */
export const writeLimits = async (
  trx: Db,
  command: { id: string; gatewayId: string; stationId: string },
  act: Extract<ControlAct, { op: 'limit' }>,
  targets: readonly DeviceNow[],
  now: number,
): Promise<void> => {
  await trx
    .insertInto('power_limit')
    .values(
      targets.map((row) => ({
        command_id: command.id,
        device_id: row.id,
        gateway_id: command.gatewayId,
        station_id: command.stationId,
        pct: act.pct ?? null,
        w: act.w ?? null,
        reversion: isLifting(act) ? 'server' : reversionOf(row.can),
        asked_at: new Date(now),
        ends_at: new Date(now + (act.for_s ?? LIMIT_USUAL_S) * 1000),
      })),
    )
    .execute()
}

/**
 * Follows what became of the commands: limits that a device has taken are in force and end those before them, what a
 * device may have taken (nobody knows) counts as taken, what it has not is over before it began. The time that one is
 * wanted for runs from then on, like the timer that was set with it. Gives the stations.
 */
export const settleLimits = async (trx: Db, now: number): Promise<string[]> => {
  const at = new Date(now)
  const { rows: never } = await sql<{ station_id: string }>`
    UPDATE power_limit l SET ended_at = ${at}, ended_by = 'never'
      FROM command c JOIN command_target t ON t.command_id = c.id
     WHERE l.ended_at IS NULL AND l.set_at IS NULL AND c.id = l.command_id AND t.device_id = l.device_id
       AND coalesce(t.state, c.state) IN ('rejected', 'expired', 'cancelled') RETURNING l.station_id`.execute(
    trx,
  )
  const { rows: set } = await sql<{ station_id: string }>`
    UPDATE power_limit l SET set_at = coalesce(t.settled_at, c.ended_at),
           -- Its time begins when the device has it: so long do the timers of device and gateway run, too.
           ends_at = l.ends_at + (coalesce(t.settled_at, c.ended_at) - l.asked_at),
           timer_at = coalesce(t.settled_at, c.ended_at) + make_interval(secs => (c.args->>'rvrt_s')::float8)
      FROM command c JOIN command_target t ON t.command_id = c.id
     WHERE l.ended_at IS NULL AND l.set_at IS NULL AND c.id = l.command_id AND t.device_id = l.device_id
       AND coalesce(t.state, c.state) IN ('verified', 'unverified') RETURNING l.station_id`.execute(trx)
  const { rows: over } = await sql<{ station_id: string }>`
    UPDATE power_limit l SET ended_at = n.set_at, ended_by = 'person'
      FROM power_limit n
     WHERE l.ended_at IS NULL AND n.device_id = l.device_id AND n.set_at IS NOT NULL AND n.ended_at IS NULL
       AND (n.asked_at > l.asked_at OR (n.command_id = l.command_id AND n.pct = 100))
       RETURNING l.station_id`.execute(trx)
  return [...never, ...set, ...over].map((row) => row.station_id)
}

/** What became of the renewals and liftings of the server. */
export const settlePending = async (trx: Db, now: number, againAt: number): Promise<string[]> => {
  const { rows } = await sql<{ station_id: string }>`
    UPDATE power_limit l SET pending_id = NULL,
           last_id = CASE WHEN s.good THEN s.id ELSE l.last_id END,
           timer_at = CASE WHEN s.good AND s.rvrt IS NOT NULL THEN s.at + make_interval(secs => s.rvrt)
                           ELSE l.timer_at END,
           ended_at = CASE WHEN s.good AND s.lifts THEN s.at END,
           ended_by = CASE WHEN s.good AND s.lifts THEN 'server' END,
           next_at = CASE WHEN s.good THEN NULL ELSE ${new Date(againAt)}::timestamptz END
      FROM (SELECT c.id, t.device_id, coalesce(t.state, c.state) = 'verified' AS good,
                   coalesce(t.settled_at, c.ended_at, ${new Date(now)}::timestamptz) AS at,
                   (c.args->>'rvrt_s')::float8 AS rvrt, coalesce((c.args->>'pct')::float8, 0) = 100 AS lifts
              FROM command c JOIN command_target t ON t.command_id = c.id
             WHERE t.state IS NOT NULL OR c.ended_at IS NOT NULL) AS s
     WHERE l.ended_at IS NULL AND s.id = l.pending_id AND s.device_id = l.device_id RETURNING l.station_id`.execute(
    trx,
  )
  return rows.map((row) => row.station_id)
}

/** Limits in force that the server may do something about now: their gateway is connected and nothing is under way. */
export const limitsToKeep = (trx: Db, now: number) =>
  sql<{
    command_id: string
    device_id: string
    sn: string
    gateway_id: string
    station_id: string
    pct: number | null
    w: number | null
    reversion: 'device' | 'gateway' | 'server'
    ends_at: number
    timer_at: number | null
  }>`
    SELECT l.command_id, l.device_id, d.sn, l.gateway_id, l.station_id, l.pct, l.w, l.reversion,
           (extract(epoch FROM l.ends_at) * 1000)::float8 AS ends_at,
           (extract(epoch FROM l.timer_at) * 1000)::float8 AS timer_at
      FROM power_limit l JOIN device d ON d.id = l.device_id JOIN gateway_link k ON k.device_id = l.gateway_id
     WHERE l.ended_at IS NULL AND l.set_at IS NOT NULL AND l.pending_id IS NULL AND d.removed_at IS NULL
       AND k.connected AND (l.next_at IS NULL OR l.next_at <= ${new Date(now)})
     ORDER BY l.command_id, l.device_id`.execute(trx)

export const setPending = async (
  trx: Db,
  commandId: string,
  deviceIds: readonly string[],
  fields: { pendingId?: string; nextAt?: number },
): Promise<void> => {
  await trx
    .updateTable('power_limit')
    .set({
      pending_id: fields.pendingId ?? null,
      next_at: fields.nextAt === undefined ? null : new Date(fields.nextAt),
    })
    .where('command_id', '=', commandId)
    .where('device_id', 'in', [...deviceIds])
    .execute()
}

/**
 * A gateway says that limits are over: by the command that set them or renewed them. Of a renewal nobody may know whether
 * it arrived, so any of the same limit will do. Gives their stations.
 */
export const endLimits = async (
  trx: Db,
  said: {
    commandId: string
    gatewayId: string
    /** Serial keys; null = all of the command. */
    snKeys: readonly string[] | null
    by: LimitEnder
    at: number
  },
): Promise<string[]> => {
  const { rows } = await sql<{ station_id: string }>`
    UPDATE power_limit l SET ended_at = greatest(l.set_at, ${new Date(said.at)}::timestamptz),
           ended_by = ${said.by}, pending_id = NULL
      FROM device d
     WHERE d.id = l.device_id AND l.ended_at IS NULL AND l.gateway_id = ${said.gatewayId}
       AND (l.command_id = ${said.commandId}::uuid
            OR EXISTS (SELECT 1 FROM command c JOIN command_target t ON t.command_id = c.id
                        WHERE c.id = ${said.commandId}::uuid AND c.op = 'limit' AND c.batch_id IS NULL
                          AND t.device_id = l.device_id AND c.created_at >= l.asked_at))
       AND (${said.snKeys === null} OR d.sn_key = ANY(${[...(said.snKeys ?? [])]}::text[]))
     RETURNING l.station_id`.execute(trx)
  return rows.map((row) => row.station_id)
}

/** Who gave the order that came into its place, and whether that took the limit away. */
const enderOf = (eb: ExpressionBuilder<Tables, 'power_limit'>) =>
  eb
    .selectFrom('power_limit as next')
    .innerJoin('command as given', 'given.id', 'next.command_id')
    .innerJoin('account as giver', 'giver.id', 'given.created_by')
    .select(['giver.id as ender_id', 'giver.name as ender_name'])
    .select(sql<boolean>`next.pct IS NOT DISTINCT FROM 100`.as('ender_lifted'))
    .whereRef('next.station_id', '=', 'power_limit.station_id')
    .whereRef('next.device_id', '=', 'power_limit.device_id')
    .whereRef('next.asked_at', '>', 'power_limit.asked_at')
    .where('next.set_at', 'is not', null)
    .orderBy('next.asked_at')
    .limit(1)
    .as('ender')

const shownLimits = (db: Db) =>
  db
    .selectFrom('power_limit')
    .innerJoin('device', 'device.id', 'power_limit.device_id')
    .innerJoin('command', 'command.id', 'power_limit.command_id')
    .leftJoin('account', 'account.id', 'command.created_by')
    .leftJoinLateral(enderOf, (join) => join.onTrue())
    .selectAll('power_limit')
    .select(['ender_id', 'ender_name', 'ender_lifted'])
    .select(['device.kind', 'device.sn', 'device.name', 'command.batch_id', 'command.created_by'])
    .select('account.name as by_name')

export type ShownLimit = Awaited<ReturnType<ReturnType<typeof shownLimits>['execute']>>[number]

/** Of a station: those in force, or the newest that have ended. Taking a limit away is none. */
export const limitsOfStation = (db: Db, stationId: string, ended: boolean): Promise<ShownLimit[]> =>
  shownLimits(db)
    .where('power_limit.station_id', '=', stationId)
    .where('power_limit.ended_at', ended ? 'is not' : 'is', null)
    .where((eb) => eb.or([eb('power_limit.pct', 'is', null), eb('power_limit.pct', '<', 100)]))
    .where((eb): Expression<SqlBool> => eb.or([eb('ended_by', 'is', null), eb('ended_by', '<>', 'never')]))
    .orderBy('power_limit.asked_at', 'desc')
    .orderBy('power_limit.device_id')
    .$if(ended, (query) => query.limit(LIMITS_ENDED_SHOWN))
    .execute()

/** Ends of the limits of commands, those of the same minute together, with how many devices; not those that never held. */
export const endsOfCommands = async (db: Db, commandIds: readonly string[]) => {
  if (commandIds.length === 0) return []
  const minute = sql`date_trunc('minute', coalesce(power_limit.ended_at, power_limit.ends_at))`
  return db
    .selectFrom('power_limit')
    .leftJoinLateral(enderOf, (join) => join.onTrue())
    .where('command_id', 'in', [...commandIds])
    .where((eb) => eb.or([eb('pct', 'is', null), eb('pct', '<', 100)]))
    .where((eb): Expression<SqlBool> => eb.or([eb('ended_by', 'is', null), eb('ended_by', '<>', 'never')]))
    .groupBy(['command_id', 'reversion', 'ended_by', 'ender_id', 'ender_name', 'ender_lifted', minute])
    .select(['command_id', 'reversion', 'ended_by', 'ender_id', 'ender_name', 'ender_lifted'])
    .select(({ fn }) => [
      fn.max('ends_at').as('ends_at'),
      fn.max('timer_at').as('timer_at'),
      fn.max('set_at').as('set_at'),
      fn.max('ended_at').as('ended_at'),
      sql<number>`count(*)::int`.as('n'),
    ])
    .orderBy('n', 'desc')
    .orderBy('ended_at')
    .execute()
}

export const limitsOfCommands = (db: Db, commandIds: readonly string[]) =>
  commandIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('power_limit')
        .leftJoinLateral(enderOf, (join) => join.onTrue())
        .selectAll('power_limit')
        .select(['ender_id', 'ender_name', 'ender_lifted'])
        .where('command_id', 'in', [...commandIds])
        .where((eb) => eb.or([eb('pct', 'is', null), eb('pct', '<', 100)]))
        .execute()
