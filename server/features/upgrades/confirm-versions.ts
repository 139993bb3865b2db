import type { DeviceKind } from '#domain/devices/kinds.ts'
import { sql } from 'kysely'
import { transact } from '../../platform/db/open.ts'
import { gatewayBySerial } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { settleTask } from './settle-task.ts'
import { lockTask, note, type TaskRow } from './upgrade-store.ts'

/** Nodes that are named one by one. */
const NAMED_MAX = 3

/**
 * Nodes of a locked task whose device now reports the version they were to get are updated: that, and nothing a gateway
 * says of them, is the proof. What they run from now on is noted: nothing older is offered to them again.
 */
export const confirmNodes = async (trx: Db, task: TaskRow, at: number): Promise<number> => {
  const now = new Date(at)
  const { rows } = await sql<{ device_id: string; sn: string; level: DeviceKind }>`
    UPDATE upgrade_node n
       SET status = 'updated', percent = NULL, code = NULL, open = false, ended_at = ${now}::timestamptz,
           started_at = coalesce(n.started_at, ${now}::timestamptz)
      FROM device d, upgrade_job j
     WHERE n.task_id = ${task.id} AND n.open AND d.id = n.device_id AND j.id = n.job_id
       AND j.state IN ('offered', 'receiving', 'distributing', 'verifying')
       AND d.sw = n.after
       -- One that had this version before has to have been written first.
       AND (n.before <> n.after OR n.status = 'verifying')
    RETURNING n.device_id, n.sn, n.level`.execute(trx)
  if (rows.length === 0) return 0
  await sql`
    INSERT INTO device_firmware (device_id, version, sequence, at)
    SELECT n.device_id, i.version, i.sequence, ${now}::timestamptz
      FROM upgrade_node n
      JOIN upgrade_job j ON j.id = n.job_id
      JOIN firmware_image i ON i.id = j.image_id
     WHERE n.task_id = ${task.id} AND n.device_id = ANY(${rows.map((row) => row.device_id)}::uuid[])
        ON CONFLICT (device_id) DO UPDATE
       SET version = excluded.version, at = excluded.at,
           sequence = greatest(device_firmware.sequence, excluded.sequence)`.execute(trx)
  const named = rows.length <= NAMED_MAX ? rows : []
  for (const { sn, level } of named) await note(trx, task.id, at, 'node_updated', { level, sn })
  if (named.length === 0)
    for (const level of new Set(rows.map((row) => row.level)))
      await note(trx, task.id, at, 'node_updated', { level })
  return rows.length
}

const openTaskOf = async (db: Db, gatewaySn: string): Promise<string | null> => {
  const gateway = await gatewayBySerial(db, gatewaySn)
  if (!gateway) return null
  const task = await db
    .selectFrom('upgrade_task')
    .select('id')
    .where('gateway_id', '=', gateway.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return task?.id ?? null
}

/** After a birth or an inventory was stored: what it says of versions may prove an upgrade. */
export const confirmVersions = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  gatewaySn: string,
  at: number,
): Promise<void> => {
  const id = await openTaskOf(db, gatewaySn)
  if (id === null) return
  const stationId = await transact(db, async (trx) => {
    const task = await lockTask(trx, id)
    if (!task || task.ended_at !== null || (await confirmNodes(trx, task, at)) === 0) return null
    await settleTask(trx, task, at)
    return task.station_id
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
}

/** Notes that the gateway of an upgrade under way went, or came back. Said once each time. */
export const noteLink = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  gatewaySn: string,
  up: boolean,
  at: number,
): Promise<void> => {
  const id = await openTaskOf(db, gatewaySn)
  if (id === null) return
  const stationId = await transact(db, async (trx) => {
    const task = await lockTask(trx, id)
    if (!task || task.ended_at !== null || task.started_at === null || (task.link_lost_at !== null) !== up)
      return null
    await trx
      .updateTable('upgrade_task')
      .set({ link_lost_at: up ? null : new Date(at) })
      .where('id', '=', id)
      .execute()
    await note(trx, id, at, up ? 'link_back' : 'link_lost')
    return task.station_id
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
}
