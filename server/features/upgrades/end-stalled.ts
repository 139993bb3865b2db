import { isJobOpen } from '#domain/upgrades/upgrade-states.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { tasksOfRemoved } from './advance-upgrades.ts'
import { tellEnded } from './control-upgrade.ts'
import { endJob, settleTask, skipRest } from './settle-task.ts'
import { note } from './upgrade-store.ts'
import { jobsOfTask, overdueJobs } from './job-store.ts'
import { nodesOfJob, saveNodes } from './node-store.ts'
import { lockTask, type TaskRow } from './task-store.ts'
import { serialOf, removedAmong, removalOf } from '../devices/find-devices.ts'

const AT_ONCE = 200

/** What a node that is still open has failed by when its phase is over. */
const nodeCode = (status: string): string => (status === 'verifying' ? 'not_confirmed' : 'stalled')

const endOverdue = async (trx: Db, task: TaskRow, jobId: string, now: number): Promise<boolean> => {
  const job = (await jobsOfTask(trx, task.id)).find((one) => one.id === jobId)
  if (!job || !isJobOpen(job.state) || job.due_at === null || job.due_at > now) return false
  const verifying = job.state === 'verifying'
  const open = (await nodesOfJob(trx, job.id)).filter((node) => node.open)
  await saveNodes(
    trx,
    job.id,
    open.map((node) => ({
      deviceId: node.device_id,
      status: 'failed',
      percent: null,
      code: verifying ? 'not_confirmed' : nodeCode(node.status),
    })),
    now,
  )
  for (const node of open.slice(0, 20))
    await note(trx, task.id, now, 'node_failed', {
      level: node.level,
      sn: node.sn,
      code: verifying ? 'not_confirmed' : nodeCode(node.status),
    })
  if (!verifying) {
    await note(trx, task.id, now, 'stalled', { level: job.level })
    const updated = (await nodesOfJob(trx, job.id)).some((node) => node.status === 'updated')
    if (!updated) await endJob(trx, job, 'failed', now, 'stalled')
    // A gateway that does not get on with this image will not with the next.
    await skipRest(trx, task, now, 'not_reached')
  }
  await settleTask(trx, task, now)
  return true
}

const endRemoved = async (trx: Db, task: TaskRow, now: number): Promise<void> => {
  const gateway = await removalOf(trx, task.gateway_id)
  for (const job of await jobsOfTask(trx, task.id)) {
    if (!isJobOpen(job.state)) continue
    const nodes = (await nodesOfJob(trx, job.id)).filter((node) => node.open)
    const removed = await removedAmong(
      trx,
      nodes.map((node) => node.device_id),
    )
    const gone = new Set(removed.map(({ id }) => id))
    await saveNodes(
      trx,
      job.id,
      nodes
        .filter((node) => gateway.removed_at !== null || gone.has(node.device_id))
        .map((node) => ({
          deviceId: node.device_id,
          status: 'failed',
          percent: null,
          code: 'device_removed',
        })),
      now,
    )
    if (gateway.removed_at !== null) await endJob(trx, job, 'failed', now, 'device_removed')
    else if (job.state === 'waiting' && gone.size === nodes.length)
      await endJob(trx, job, 'failed', now, 'device_removed')
  }
  await settleTask(trx, task, now)
}

/** Ends what takes three times its estimate, and what is about devices that are gone. Gives how many. */
export const endStalled = async (
  context: Pick<Context, 'db' | 'changeEvents' | 'firmware' | 'log'>,
  now: number,
): Promise<number> => {
  const { db, changeEvents } = context
  let ended = 0
  for (const { id, taskId } of await overdueJobs(db, now, AT_ONCE)) {
    const told = await transact(db, async (trx) => {
      const task = await lockTask(trx, taskId)
      if (!task || task.ended_at !== null || !(await endOverdue(trx, task, id, now))) return null
      const gateway = await serialOf(trx, task.gateway_id)
      return { stationId: task.station_id, gateway: gateway.sn }
    })
    if (told === null) continue
    ended += 1
    await tellEnded(context, [{ gateway: told.gateway, job: id }])
    changeEvents.tell({ type: 'changed', stationId: told.stationId, what: 'upgrades' })
  }
  for (const taskId of await tasksOfRemoved(db, now)) {
    const stationId = await transact(db, async (trx) => {
      const task = await lockTask(trx, taskId)
      if (!task || task.ended_at !== null) return null
      await endRemoved(trx, task, now)
      return task.station_id
    })
    if (stationId === null) continue
    ended += 1
    changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
  }
  return ended
}
