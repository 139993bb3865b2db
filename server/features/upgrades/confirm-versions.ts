import { transact } from '../../platform/db/open.ts'
import { gatewayBySerial } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { settleTask } from './settle-task.ts'
import { note } from './upgrade-store.ts'
import { lockTask, type TaskRow, saveLinkLost, openTaskAt } from './task-store.ts'
import { noteFirmware, markUpdated } from './node-store.ts'

/** Nodes that are named one by one. */
const NAMED_MAX = 3

/**
 * Nodes of a locked task whose device now reports the version they were to get are updated: that, and nothing a gateway
 * says of them, is the proof. What they run from now on is noted: nothing older is offered to them again.
 */
export const confirmNodes = async (trx: Db, task: TaskRow, at: number): Promise<number> => {
  const { rows } = await markUpdated(trx, task.id, new Date(at))
  if (rows.length === 0) return 0
  await noteFirmware(
    trx,
    task.id,
    rows.map((row) => row.device_id),
    at,
  )
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
  const task = await openTaskAt(db, gateway.id)
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
    await saveLinkLost(trx, id, up, at)
    await note(trx, id, at, up ? 'link_back' : 'link_lost')
    return task.station_id
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
}
