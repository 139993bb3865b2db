import type { Db } from '../../platform/db/handle.ts'
import { sql, type SqlBool } from 'kysely'

const OPEN_AT_ONCE = 500

/** Of one gateway alone (id or serial; null = all); one that has come up is offered again what it was at. */
export type Only = { gateway: string | null; cameUp: boolean }

/** Open tasks with what decides whether they can go on, oldest first. */
export const openTasks = (db: Db, { gateway, cameUp }: Only) =>
  db
    .selectFrom('upgrade_task')
    .innerJoin('upgrade', 'upgrade.id', 'upgrade_task.upgrade_id')
    .innerJoin('station', 'station.id', 'upgrade_task.station_id')
    .innerJoin('device as gateway', 'gateway.id', 'upgrade_task.gateway_id')
    .leftJoin('gateway_link', 'gateway_link.device_id', 'gateway.id')
    .select([
      'upgrade_task.id',
      'upgrade_task.station_id',
      'upgrade_task.status',
      'upgrade_task.waiting_for',
      'upgrade_task.trial',
      'upgrade_task.created_at',
      'upgrade.package_id',
      'upgrade.mode',
      'gateway.sn as gateway_sn',
      'gateway_link.connected',
      'station.latitude',
      'station.north',
      'station.longitude',
      'station.east',
      sql<boolean>`EXISTS (SELECT 1 FROM upgrade_job j WHERE j.task_id = upgrade_task.id AND j.level <> 'gateway'
                            AND j.ended_at IS NULL)`.as('needs_sun'),
      sql<boolean>`EXISTS (SELECT 1 FROM upgrade_task t WHERE t.upgrade_id = upgrade.id AND t.trial
                            AND t.status <> 'done')`.as('trial_runs'),
    ])
    .where('upgrade_task.ended_at', 'is', null)
    .where('upgrade.state', '=', 'running')
    .where('gateway.removed_at', 'is', null)
    .$if(gateway !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('gateway.sn', '=', gateway ?? ''), eb(sql`gateway.id::text`, '=', gateway ?? '')]),
      ),
    )
    .$if(!cameUp, (query) =>
      query.where(
        sql<SqlBool>`(upgrade_task.status = 'waiting' OR EXISTS (
          SELECT 1 FROM upgrade_job j WHERE j.task_id = upgrade_task.id AND j.state IN ('waiting', 'offered')))`,
      ),
    )
    .orderBy('upgrade_task.created_at')
    .orderBy('upgrade_task.id')
    .limit(OPEN_AT_ONCE)
    .execute()

export type OpenTask = Awaited<ReturnType<typeof openTasks>>[number]
