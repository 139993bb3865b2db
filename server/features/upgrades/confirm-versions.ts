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

type Telling = Pick<Context, 'db' | 'changeEvents'>

/** Changes the upgrade that is under way at a gateway, if there is one; false from `change`: there was nothing to. */
const changeOpenTask = async (
  { db, changeEvents }: Telling,
  gatewaySn: string,
  change: (trx: Db, task: TaskRow) => Promise<boolean>,
): Promise<void> => {
  const gateway = await gatewayBySerial(db, gatewaySn)
  const open = gateway && (await openTaskAt(db, gateway.id))
  if (!open) return
  const stationId = await transact(db, async (trx) => {
    const task = await lockTask(trx, open.id)
    return task && task.ended_at === null && (await change(trx, task)) ? task.station_id : null
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
}

/** After a birth or an inventory was stored: what it says of versions may prove an upgrade. */
export const confirmVersions = (context: Telling, gatewaySn: string, at: number): Promise<void> =>
  changeOpenTask(context, gatewaySn, async (trx, task) => {
    if ((await confirmNodes(trx, task, at)) === 0) return false
    await settleTask(trx, task, at)
    return true
  })

/** Notes that the gateway of an upgrade under way went, or came back. Said once each time. */
export const noteLink = (context: Telling, gatewaySn: string, up: boolean, at: number): Promise<void> =>
  changeOpenTask(context, gatewaySn, async (trx, task) => {
    if (task.started_at === null || (task.link_lost_at !== null) !== up) return false
    await saveLinkLost(trx, task.id, up, at)
    await note(trx, task.id, at, up ? 'link_back' : 'link_lost')
    return true
  })
