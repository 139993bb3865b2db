import { isJobOpen } from '#domain/upgrades/upgrade-states.ts'
import { visibleStations } from '../accounts/scope.ts'
import { recordDone } from '../../platform/audit/audit.ts'
import { mustManage } from '../accounts/managing.ts'
import type { Caller } from '../accounts/who.ts'
import { transact } from '../../platform/db/open.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { refuse } from '../../platform/refusal.ts'
import { endJob, pauseUpgrade, settleTask } from './settle-task.ts'
import { lockUpgrade, note, type UpgradeRow, markCancelled, markRunning } from './upgrade-store.ts'
import {
  endTrial,
  lockTask,
  type TaskRow,
  visibleTask,
  openTasksOf,
  waitForTurns,
  gatewaysOfUpgrade,
  companiesOfUpgrade,
  countTasks,
  visibleTasksOf,
} from './task-store.ts'
import { prolongJobs, jobsOfTask } from './job-store.ts'

type ControlContext = Pick<Context, 'db' | 'changeEvents' | 'firmware' | 'log'>
/** A job that a gateway is to be told the end of. */
type Ended = { gateway: string; job: string }

/**
 * An upgrade that the caller may control: all its gateways stand at stations they may change.
 * @throws Refusal `not_found`, `forbidden`
 */
const lockControlled = async (trx: Db, { who, now }: Caller, upgradeId: string): Promise<UpgradeRow> => {
  const tasks = await visibleTasksOf(trx, upgradeId, visibleStations(who, now))
  if (tasks.length === 0) refuse('not_found')
  const all = await countTasks(trx, upgradeId)
  if (all.n > tasks.length) refuse('forbidden', { why: 'unseen_too' })
  for (const task of tasks) mustManage(who, task)
  return (await lockUpgrade(trx, upgradeId)) ?? refuse('not_found')
}

/** In the log of each company that has a gateway in it. */
const noteControl = async (trx: Db, caller: Caller, upgradeId: string, action: string): Promise<void> => {
  const companies = await companiesOfUpgrade(trx, upgradeId)
  for (const { company_id: companyId } of companies)
    await recordDone(trx, caller, {
      companyId,
      action,
      objectKind: 'upgrade',
      objectId: upgradeId,
    })
}

const tellStations = async ({ db, changeEvents }: ControlContext, upgradeId: string): Promise<string[]> => {
  const tasks = await gatewaysOfUpgrade(db, upgradeId)
  for (const stationId of new Set(tasks.map((task) => task.station_id)))
    changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
  return tasks.map((task) => task.gateway_id)
}

/** Again changes nothing. @throws Refusal `not_found`, `forbidden`, `wrong_state` when it has ended or was cancelled */
export const pauseByPerson = async (context: ControlContext, caller: Caller, id: string): Promise<void> => {
  await transact(context.db, async (trx) => {
    const upgrade = await lockControlled(trx, caller, id)
    if (upgrade.state === 'paused') return
    if (upgrade.state !== 'running') refuse('wrong_state')
    await pauseUpgrade(trx, id, caller.now, 'person', caller.who.accountId)
    await noteControl(trx, caller, id, 'upgrade.pause')
  })
  await tellStations(context, id)
}

/**
 * What was held back gets the time back. Again changes nothing.
 * @throws Refusal `not_found`, `forbidden`, `wrong_state` when it has ended or was cancelled
 */
export const resumeUpgrade = async (context: ControlContext, caller: Caller, id: string): Promise<void> => {
  const { now, who } = caller
  await transact(context.db, async (trx) => {
    const upgrade = await lockControlled(trx, caller, id)
    if (upgrade.state === 'running') return
    if (upgrade.state !== 'paused') refuse('wrong_state')
    const heldMs = Math.max(0, now - (upgrade.paused_at ?? now))
    await markRunning(trx, id)
    await prolongJobs(trx, id, heldMs)
    const open = await waitForTurns(trx, id)
    // A trial that did not succeed holds nobody back any more: somebody has decided to go on.
    if (upgrade.paused_because === 'trial') await endTrial(trx, id)
    for (const task of open) await note(trx, task.id, now, 'resumed', { accountId: who.accountId })
    await noteControl(trx, caller, id, 'upgrade.resume')
  })
  for (const gatewayId of await tellStations(context, id))
    context.firmware.due.tell({ gateway: gatewayId, cameUp: false })
}

/** Ends what of a locked task can still be called back. False when nothing could. */
const cancelTask = async (
  trx: Db,
  task: TaskRow,
  { now, who }: Caller,
  ended: string[],
): Promise<boolean> => {
  let any = false
  for (const job of await jobsOfTask(trx, task.id)) {
    if (!isJobOpen(job.state) || job.state === 'distributing' || job.state === 'verifying') continue
    if (job.state !== 'waiting') ended.push(job.id)
    await endJob(trx, job, 'cancelled', now, 'cancelled')
    any = true
  }
  if (!any) return false
  await note(trx, task.id, now, 'cancelled', { accountId: who.accountId })
  await settleTask(trx, task, now)
  return true
}

/** Tells gateways that they need not go on; one that does not hear it is told when it asks again. */
export const tellEnded = async (
  { firmware, log }: Pick<Context, 'firmware' | 'log'>,
  ended: readonly Ended[],
): Promise<void> => {
  for (const { gateway, job } of ended)
    await firmware
      .sendOffer(gateway, { v: 1, job, cancel: true })
      .catch((error: unknown) => log.warn({ err: error, gateway, job }, 'an end could not be told'))
}

/** @throws Refusal `not_found`, `forbidden`, `wrong_state` when it has ended */
export const cancelUpgrade = async (context: ControlContext, caller: Caller, id: string): Promise<void> => {
  const told: Ended[] = []
  await transact(context.db, async (trx) => {
    told.length = 0
    const upgrade = await lockControlled(trx, caller, id)
    if (upgrade.ended_at !== null || upgrade.state === 'cancelled') refuse('wrong_state')
    await markCancelled(trx, id)
    const tasks = await openTasksOf(trx, id)
    for (const { id: taskId, sn } of tasks) {
      const jobs: string[] = []
      const task = await lockTask(trx, taskId)
      if (task && task.ended_at === null) await cancelTask(trx, task, caller, jobs)
      told.push(...jobs.map((job) => ({ gateway: sn, job })))
    }
    await noteControl(trx, caller, id, 'upgrade.cancel')
  })
  await tellEnded(context, told)
  await tellStations(context, id)
}

/** @throws Refusal `not_found`, `forbidden`, `wrong_state` when it has ended or is being written */
export const cancelOneTask = async (
  context: ControlContext,
  caller: Caller,
  taskId: string,
): Promise<void> => {
  const { db, changeEvents } = context
  const told: Ended[] = []
  const stationId = await transact(db, async (trx) => {
    told.length = 0
    const shown =
      (await visibleTask(trx, taskId, visibleStations(caller.who, caller.now))) ?? refuse('not_found')
    mustManage(caller.who, shown)
    const jobs: string[] = []
    const task = (await lockTask(trx, taskId)) ?? refuse('not_found')
    if (task.ended_at !== null || !(await cancelTask(trx, task, caller, jobs))) refuse('wrong_state')
    told.push(...jobs.map((job) => ({ gateway: shown.gateway_sn, job })))
    await recordDone(trx, caller, {
      companyId: shown.company_id,
      action: 'upgrade.cancel-task',
      objectKind: 'upgrade_task',
      objectId: taskId,
    })
    return task.station_id
  })
  await tellEnded(context, told)
  changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
}
