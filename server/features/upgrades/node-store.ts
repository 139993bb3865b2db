import type { Db } from '../../platform/db/handle.ts'
import type { Selectable, Insertable } from 'kysely'
import type { UpgradeNodeTable } from '../../platform/db/tables/upgrades.ts'
import type { NodeStatus, Level } from '#domain/upgrades/upgrade-states.ts'
import { sql } from 'kysely'
import type { NodeCounts } from '#domain/upgrades/progress.ts'
import type { JobRow } from './job-store.ts'

export const versionsOfTask = (db: Db, id: string) =>
  db
    .selectFrom('upgrade_node')
    .select(['level', 'before', 'after'])
    .distinct()
    .where('task_id', '=', id)
    .execute()

export type NodeRow = Selectable<UpgradeNodeTable>

export const nodesOfJob = async (db: Db, jobId: string): Promise<NodeRow[]> =>
  db.selectFrom('upgrade_node').selectAll().where('job_id', '=', jobId).orderBy('sn').execute()

export const nodeStatusesOf = async (db: Db, taskId: string): Promise<NodeStatus[]> =>
  (await db.selectFrom('upgrade_node').select('status').where('task_id', '=', taskId).execute()).map(
    ({ status }) => status,
  )

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

export const firstCode = (trx: Db, jobs: readonly JobRow[]) =>
  trx
    .selectFrom('upgrade_node')
    .select('code')
    .where('task_id', '=', jobs[0]?.task_id ?? '')
    .where('code', 'is not', null)
    .orderBy('ended_at')
    .executeTakeFirst()

/** Gives those that are in no other upgrade. */
export const insertNodes = (trx: Db, rows: readonly Insertable<UpgradeNodeTable>[]) =>
  trx
    .insertInto('upgrade_node')
    .values([...rows])
    .onConflict((conflict) => conflict.column('device_id').where('open', '=', true).doNothing())
    .returning('device_id')
    .execute()

/** What devices run from now on: nothing older is offered to them again. */
export const noteFirmware = async (
  trx: Db,
  taskId: string,
  deviceIds: readonly string[],
  at: number,
): Promise<void> => {
  await sql`
    INSERT INTO device_firmware (device_id, version, sequence, at)
    SELECT n.device_id, i.version, i.sequence, ${new Date(at)}::timestamptz
      FROM upgrade_node n
      JOIN upgrade_job j ON j.id = n.job_id
      JOIN firmware_image i ON i.id = j.image_id
     WHERE n.task_id = ${taskId} AND n.device_id = ANY(${[...deviceIds]}::uuid[])
        ON CONFLICT (device_id) DO UPDATE
       SET version = excluded.version, at = excluded.at,
           sequence = greatest(device_firmware.sequence, excluded.sequence)`.execute(trx)
}

export const markUpdated = (trx: Db, taskId: string, now: Date) =>
  sql<{ device_id: string; sn: string; level: Level }>`
    UPDATE upgrade_node n
       SET status = 'updated', percent = NULL, code = NULL, open = false, ended_at = ${now}::timestamptz,
           started_at = coalesce(n.started_at, ${now}::timestamptz)
      FROM device d, upgrade_job j
     WHERE n.task_id = ${taskId} AND n.open AND d.id = n.device_id AND j.id = n.job_id
       AND j.state IN ('offered', 'receiving', 'distributing', 'verifying')
       AND d.sw = n.after
       -- One that had this version before has to have been written first.
       AND (n.before <> n.after OR n.status = 'verifying')
    RETURNING n.device_id, n.sn, n.level`.execute(trx)
