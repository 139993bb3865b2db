import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { NodeCounts } from '#domain/upgrades/progress.ts'
import type { Level, NodeStatus, UpgradeEvent } from '#domain/upgrades/upgrade-states.ts'
import { instant } from '../../platform/db/instant.ts'
import type {
  UpgradeJobTable,
  UpgradeNodeTable,
  UpgradeTable,
  UpgradeTaskTable,
} from '../../platform/db/tables/upgrades.ts'
import type { Db } from '../../platform/db/handle.ts'

export type UpgradeRow = Selectable<UpgradeTable>
export type TaskRow = Selectable<UpgradeTaskTable>
export type JobRow = Selectable<UpgradeJobTable>
export type NodeRow = Selectable<UpgradeNodeTable>

/** A task, locked until the end of the transaction: whoever changes one of its jobs or nodes holds it. */
export const lockTask = async (trx: Db, id: string): Promise<TaskRow | undefined> =>
  trx.selectFrom('upgrade_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const lockUpgrade = async (trx: Db, id: string): Promise<UpgradeRow | undefined> =>
  trx.selectFrom('upgrade').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The jobs of a task in order. */
export const jobsOfTask = async (db: Db, taskId: string): Promise<JobRow[]> =>
  db.selectFrom('upgrade_job').selectAll().where('task_id', '=', taskId).orderBy('no').execute()

export const nodesOfJob = async (db: Db, jobId: string): Promise<NodeRow[]> =>
  db.selectFrom('upgrade_node').selectAll().where('job_id', '=', jobId).orderBy('sn').execute()

export const nodeStatusesOf = async (db: Db, taskId: string): Promise<NodeStatus[]> =>
  (await db.selectFrom('upgrade_node').select('status').where('task_id', '=', taskId).execute()).map(
    ({ status }) => status,
  )

/** The task of a job, and whose it is; undefined for a job that never was. */
export const jobOnWire = async (db: Db, jobId: string) =>
  db
    .selectFrom('upgrade_job')
    .innerJoin('upgrade_task', 'upgrade_task.id', 'upgrade_job.task_id')
    .innerJoin('upgrade', 'upgrade.id', 'upgrade_task.upgrade_id')
    .innerJoin('firmware_image', 'firmware_image.id', 'upgrade_job.image_id')
    .select([
      'upgrade_job.id',
      'upgrade_job.task_id',
      'upgrade_job.image_id',
      'upgrade_job.state',
      'upgrade_job.bytes',
      'upgrade_job.asked_at',
      'upgrade_task.gateway_id',
      'upgrade_task.station_id',
      'upgrade.state as upgrade_state',
      'upgrade.mode',
      'firmware_image.bytes as size',
    ])
    .where('upgrade_job.id', '=', jobId)
    .executeTakeFirst()

/** Something that happened to a task, in its transaction. */
export const note = async (
  trx: Db,
  taskId: string,
  at: number,
  event: UpgradeEvent,
  about: {
    level?: Level | null
    sn?: string | null
    code?: string | null
    accountId?: string | null
  } = {},
): Promise<void> => {
  await trx
    .insertInto('upgrade_event')
    .values({
      task_id: taskId,
      at: new Date(at),
      event,
      level: about.level ?? null,
      sn: about.sn ?? null,
      code: about.code ?? null,
      account_id: about.accountId ?? null,
    })
    .execute()
}

export type NodeChange = { deviceId: string; status: NodeStatus; percent: number | null; code: string | null }

/** Writes what became of nodes of a job; the changes are the caller's to have judged. */
export const saveNodes = async (
  trx: Db,
  jobId: string,
  changes: readonly NodeChange[],
  at: number,
): Promise<void> => {
  if (changes.length === 0) return
  const now = new Date(at)
  await sql`
    UPDATE upgrade_node n
       SET status = c.status, percent = c.percent, code = c.code,
           open = c.status IN ('waiting', 'writing', 'verifying'),
           started_at = CASE WHEN c.status = 'waiting' THEN n.started_at
                             ELSE coalesce(n.started_at, ${now}::timestamptz) END,
           ended_at = CASE WHEN c.status IN ('updated', 'failed') THEN ${now}::timestamptz END
      FROM unnest(${changes.map((one) => one.deviceId)}::uuid[], ${changes.map((one) => one.status)}::text[],
                  ${changes.map((one) => one.percent)}::real[], ${changes.map((one) => one.code)}::text[])
             AS c(device_id, status, percent, code)
     WHERE n.job_id = ${jobId} AND n.device_id = c.device_id AND n.open`.execute(trx)
}

const emptyCounts = { waiting: 0, writing: 0, verifying: 0, updated: 0, failed: 0, percents: 0 }

/** Nodes counted by job. */
export const nodeCounts = async (db: Db, taskIds: readonly string[]): Promise<Map<string, NodeCounts>> => {
  if (taskIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('upgrade_node')
    .select([
      'job_id',
      'status',
      sql<number>`count(*)::int`.as('n'),
      sql<number>`coalesce(sum(percent), 0)::float8`.as('percents'),
    ])
    .where('task_id', 'in', [...taskIds])
    .groupBy(['job_id', 'status'])
    .execute()
  const counts = new Map<string, NodeCounts>()
  for (const { job_id: jobId, status, n, percents } of rows) {
    const before = counts.get(jobId) ?? emptyCounts
    counts.set(jobId, {
      ...before,
      [status]: n,
      percents: before.percents + (status === 'writing' ? percents : 0),
    })
  }
  return counts
}

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

/** Images on their way, with the size of each, of several tasks. */
export const jobsOfTasks = async (db: Db, taskIds: readonly string[]) =>
  taskIds.length === 0
    ? []
    : db
        .selectFrom('upgrade_job')
        .innerJoin('firmware_image', 'firmware_image.id', 'upgrade_job.image_id')
        .selectAll('upgrade_job')
        .select(['firmware_image.bytes as size', 'firmware_image.version'])
        .where('upgrade_job.task_id', 'in', [...taskIds])
        .orderBy('upgrade_job.task_id')
        .orderBy('upgrade_job.no')
        .execute()
export type ShownJob = Awaited<ReturnType<typeof jobsOfTasks>>[number]

/** Jobs whose phase has taken too long; what a pause holds back is not late. */
export const overdueJobs = async (
  db: Db,
  now: number,
  limit: number,
): Promise<{ id: string; taskId: string }[]> =>
  db
    .selectFrom('upgrade_job')
    .innerJoin('upgrade_task', 'upgrade_task.id', 'upgrade_job.task_id')
    .innerJoin('upgrade', 'upgrade.id', 'upgrade_task.upgrade_id')
    .select(['upgrade_job.id', 'upgrade_job.task_id as taskId'])
    .where('upgrade_job.ended_at', 'is', null)
    .where('upgrade_job.due_at', '<=', instant(now))
    .where((eb) =>
      eb.or([
        eb('upgrade.state', '<>', 'paused'),
        eb('upgrade_job.state', 'in', ['distributing', 'verifying']),
      ]),
    )
    .limit(limit)
    .execute()
