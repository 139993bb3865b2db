import type { Db } from '../../platform/db/handle.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Selectable, Expression, SqlBool, Updateable, Insertable } from 'kysely'
import type { UpgradeTaskTable } from '../../platform/db/tables/upgrades.ts'
import { sql } from 'kysely'
import type { WaitReason } from '#domain/upgrades/upgrade-states.ts'

export const endTrial = async (trx: Db, id: string): Promise<void> => {
  await trx.updateTable('upgrade_task').set({ trial: false }).where('upgrade_id', '=', id).execute()
}

export const tasksOfRemovedDevices = (db: Db, now: number) =>
  db
    .selectFrom('upgrade_node')
    .innerJoin('device', 'device.id', 'upgrade_node.device_id')
    .innerJoin('upgrade_task', 'upgrade_task.id', 'upgrade_node.task_id')
    .innerJoin('device as gateway', 'gateway.id', 'upgrade_task.gateway_id')
    .select('upgrade_node.task_id')
    .distinct()
    .where('upgrade_node.open', '=', true)
    .where((eb) =>
      eb.or([eb('device.removed_at', '<=', instant(now)), eb('gateway.removed_at', '<=', instant(now))]),
    )
    .execute()

export type TaskRow = Selectable<UpgradeTaskTable>

/** A task, locked until the end of the transaction: whoever changes one of its jobs or nodes holds it. */
export const lockTask = async (trx: Db, id: string): Promise<TaskRow | undefined> =>
  trx.selectFrom('upgrade_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Tasks as they are shown, of stations in `scope`. */
export const shownTasks = (db: Db, scope: Expression<SqlBool>) =>
  db
    .selectFrom('upgrade_task')
    .innerJoin('upgrade', 'upgrade.id', 'upgrade_task.upgrade_id')
    .innerJoin('firmware_package', 'firmware_package.id', 'upgrade.package_id')
    .innerJoin('station', 'station.id', 'upgrade_task.station_id')
    .innerJoin('device as gateway', 'gateway.id', 'upgrade_task.gateway_id')
    .leftJoin('gateway_link', 'gateway_link.device_id', 'gateway.id')
    .leftJoin('account', 'account.id', 'upgrade.created_by')
    .selectAll('upgrade_task')
    .select([
      'upgrade.mode',
      'upgrade.state as upgrade_state',
      'upgrade.created_by',
      'account.name as created_by_name',
      'upgrade.package_id',
      'firmware_package.name as package_name',
      'firmware_package.version as package_version',
      'station.name as station_name',
      'station.time_zone',
      'station.company_id',
      'station.owner_account_id',
      'gateway.sn as gateway_sn',
      'gateway.name as gateway_name',
      'gateway.sw as gateway_sw',
      'gateway.removed_at as gateway_removed_at',
      'gateway_link.connected',
    ])
    .where(scope)

export type ShownTask = Awaited<ReturnType<ReturnType<typeof shownTasks>['execute']>>[number]

export const visibleTask = (db: Db, taskId: string, scope: Expression<SqlBool>) =>
  shownTasks(db, scope).where('upgrade_task.id', '=', taskId).executeTakeFirst()

export const openTasksOf = (trx: Db, id: string) =>
  trx
    .selectFrom('upgrade_task')
    .innerJoin('device', 'device.id', 'upgrade_task.gateway_id')
    .select(['upgrade_task.id', 'device.sn'])
    .where('upgrade_id', '=', id)
    .where('ended_at', 'is', null)
    .orderBy('upgrade_task.id')
    .execute()

/** What waits, waits for its turn again. Gives the tasks that go on. */
export const waitForTurns = (trx: Db, id: string) =>
  trx
    .updateTable('upgrade_task')
    .set({ waiting_for: sql`CASE WHEN status = 'waiting' THEN 'turn' END` })
    .where('upgrade_id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()

export const gatewaysOfUpgrade = (db: Db, upgradeId: string) =>
  db
    .selectFrom('upgrade_task')
    .select(['station_id', 'gateway_id'])
    .where('upgrade_id', '=', upgradeId)
    .execute()

export const companiesOfUpgrade = (trx: Db, upgradeId: string) =>
  trx
    .selectFrom('upgrade_task')
    .innerJoin('station', 'station.id', 'upgrade_task.station_id')
    .select('station.company_id')
    .distinct()
    .where('upgrade_task.upgrade_id', '=', upgradeId)
    .execute()

export const countTasks = (trx: Db, upgradeId: string) =>
  trx
    .selectFrom('upgrade_task')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('upgrade_id', '=', upgradeId)
    .executeTakeFirstOrThrow()

/** Those of an upgrade at stations in `scope`. */
export const visibleTasksOf = (trx: Db, upgradeId: string, scope: Expression<SqlBool>) =>
  shownTasks(trx, scope).where('upgrade_task.upgrade_id', '=', upgradeId).execute()

/** Gives the row as it is afterwards. */
export const saveTask = (trx: Db, id: string, fields: Updateable<UpgradeTaskTable>) =>
  trx.updateTable('upgrade_task').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const openTaskIds = (trx: Db, upgradeId: string) =>
  trx
    .selectFrom('upgrade_task')
    .select('id')
    .where('upgrade_id', '=', upgradeId)
    .where('ended_at', 'is', null)
    .execute()

export const holdTasks = (trx: Db, upgradeId: string) =>
  trx
    .updateTable('upgrade_task')
    .set((eb) => ({
      waiting_for: eb
        .case()
        .when('status', '=', 'waiting')
        .then('paused' as const)
        .else(null)
        .end(),
    }))
    .where('upgrade_id', '=', upgradeId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()

export const taskIdsOf = (trx: Db, upgradeId: string) =>
  trx.selectFrom('upgrade_task').select('id').where('upgrade_id', '=', upgradeId).execute()

/** Undefined when the gateway is in another upgrade. */
export const insertTask = (trx: Db, row: Insertable<UpgradeTaskTable>) =>
  trx
    .insertInto('upgrade_task')
    .values(row)
    .onConflict((conflict) => conflict.column('gateway_id').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()

export const saveLinkLost = async (trx: Db, id: string, up: boolean, at: number): Promise<void> => {
  await trx
    .updateTable('upgrade_task')
    .set({ link_lost_at: up ? null : new Date(at) })
    .where('id', '=', id)
    .execute()
}

export const openTaskAt = (db: Db, gatewayId: string) =>
  db
    .selectFrom('upgrade_task')
    .select('id')
    .where('gateway_id', '=', gatewayId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const saveWaitReason = (db: Db, taskId: string, reason: WaitReason) =>
  db
    .updateTable('upgrade_task')
    .set({ waiting_for: reason })
    .where('id', '=', taskId)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()

export const visibleTasksOfAll = (db: Db, upgradeIds: readonly string[], scope: Expression<SqlBool>) =>
  shownTasks(db, scope)
    .where('upgrade_task.upgrade_id', 'in', [...upgradeIds])
    .orderBy('upgrade_task.trial', 'desc')
    .orderBy('station.name')
    .orderBy('gateway.sn')
    .execute()
