import { sql, type Selectable, type Updateable, type Insertable } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { UpgradeJobTable } from '../../platform/db/tables/upgrades.ts'
import { instant } from '../../platform/db/instant.ts'

/** What was held back gets the time back. */
export const prolongJobs = async (trx: Db, id: string, heldMs: number): Promise<void> => {
  await sql`
      UPDATE upgrade_job j SET due_at = j.due_at + make_interval(secs => ${heldMs / 1000})
        FROM upgrade_task t
       WHERE t.id = j.task_id AND t.upgrade_id = ${id} AND j.state IN ('offered', 'receiving')`.execute(trx)
}

export const lockServing = (trx: Db, job: string) =>
  sql<{ mine: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`firmware ${job}`}, 0)) AS mine`.execute(trx)

export type JobRow = Selectable<UpgradeJobTable>

/** The jobs of a task in order. */
export const jobsOfTask = async (db: Db, taskId: string): Promise<JobRow[]> =>
  db.selectFrom('upgrade_job').selectAll().where('task_id', '=', taskId).orderBy('no').execute()

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

export const markJobDone = async (trx: Db, jobId: string, at: number): Promise<void> => {
  await trx
    .updateTable('upgrade_job')
    .set({ state: 'done', ended_at: new Date(at), due_at: null })
    .where('id', '=', jobId)
    .execute()
}

export const saveJobEnd = async (
  trx: Db,
  { state, code, at, jobId }: { state: 'failed' | 'cancelled'; code: string; at: number; jobId: string },
): Promise<void> => {
  await trx
    .updateTable('upgrade_job')
    .set({ state, code, ended_at: new Date(at), due_at: null })
    .where('id', '=', jobId)
    .execute()
}

/** Gives the row as it is afterwards. */
export const saveJob = (trx: Db, id: string, fields: Updateable<UpgradeJobTable>) =>
  trx.updateTable('upgrade_job').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const insertJob = async (trx: Db, row: Insertable<UpgradeJobTable>): Promise<void> => {
  await trx.insertInto('upgrade_job').values(row).execute()
}

export const saveBytes = async (trx: Db, jobId: string, bytes: number): Promise<void> => {
  await trx.updateTable('upgrade_job').set({ bytes }).where('id', '=', jobId).execute()
}
