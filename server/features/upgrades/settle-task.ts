import {
  STALL_MIN_MS,
  stallAfterMs,
  distributionMs,
  transferMs,
  VERIFY_MS,
} from '#domain/upgrades/estimate.ts'
import {
  isJobOpen,
  isTaskOpen,
  type JobEvent,
  type JobState,
  nextJobState,
  type PauseReason,
  taskStatusOf,
  type UpgradeMode,
} from '#domain/upgrades/upgrade-states.ts'
import type { Db } from '../../platform/db/handle.ts'
import { lockUpgrade, note, markEnded, markPaused } from './upgrade-store.ts'
import type { JobRow } from './job-store.ts'
import { jobsOfTask, markJobDone, saveJobEnd, saveJob } from './job-store.ts'
import { nodesOfJob, nodeStatusesOf, saveNodes, firstCode } from './node-store.ts'
import type { TaskRow } from './task-store.ts'
import { saveTask, openTaskIds, holdTasks } from './task-store.ts'

/** When the phase that begins with this state counts as stalled. */
const dueAfter = (state: JobState, job: JobRow, size: number, mode: UpgradeMode): number => {
  if (state === 'verifying') return VERIFY_MS
  if (state !== 'distributing') return stallAfterMs(transferMs(size))
  return job.level === 'gateway' ? STALL_MIN_MS : stallAfterMs(distributionMs(job.level, size, mode))
}

const phaseOf = (state: JobState): 'transfer' | 'distribution' | 'verification' =>
  state === 'verifying' ? 'verification' : state === 'distributing' ? 'distribution' : 'transfer'

/**
 * Moves a job of a locked task on; null when the event changes nothing. A phase has its time from its beginning, not
 * from each word about it. Nodes that are still open when a job ends have failed, with its code.
 */
export const moveJob = async (
  trx: Db,
  job: JobRow,
  event: JobEvent,
  at: number,
  about: { size: number; mode: UpgradeMode; code?: string | null },
): Promise<JobRow | null> => {
  const state = nextJobState(job.state, event)
  if (state === null) return null
  const now = new Date(at)
  const begins = job.due_at === null || phaseOf(state) !== phaseOf(job.state)
  const ended = !isJobOpen(state)
  const saved = await saveJob(trx, job.id, {
    state,
    ...(about.code ? { code: about.code } : {}),
    ...(event === 'offered' ? { offered_at: now } : {}),
    ...(job.began_at === null && !ended ? { began_at: now } : {}),
    ...(event === 'asked' && job.asked_at === null ? { asked_at: now } : {}),
    ...((state === 'distributing' || state === 'verifying') && job.received_at === null
      ? { received_at: now, bytes: about.size }
      : {}),
    ...(state === 'verifying' && job.written_at === null ? { written_at: now } : {}),
    ...(ended
      ? { ended_at: now, due_at: null }
      : begins
        ? { due_at: new Date(at + dueAfter(state, job, about.size, about.mode)) }
        : {}),
  })
  if (ended)
    await failOpenNodes(trx, saved, about.code ?? (state === 'cancelled' ? 'cancelled' : 'not_confirmed'), at)
  return saved
}

export const failOpenNodes = async (trx: Db, job: JobRow, code: string, at: number): Promise<number> => {
  const open = (await nodesOfJob(trx, job.id)).filter((node) => node.open)
  await saveNodes(
    trx,
    job.id,
    open.map((node) => ({ deviceId: node.device_id, status: 'failed', percent: null, code })),
    at,
  )
  return open.length
}

/** Ends what has not begun: there is no use in going on. */
export const skipRest = async (trx: Db, task: TaskRow, at: number, code: string): Promise<void> => {
  for (const job of await jobsOfTask(trx, task.id))
    if (job.state === 'waiting') await endJob(trx, job, 'failed', at, code)
}

/** Ends an open job as failed or cancelled, whatever it is at. */
export const endJob = async (
  trx: Db,
  job: JobRow,
  state: 'failed' | 'cancelled',
  at: number,
  code: string,
): Promise<void> => {
  await saveJobEnd(trx, { state, code, at, jobId: job.id })
  await failOpenNodes(trx, job, code, at)
}

/** Nothing more begins or is sent. The row is locked by the caller. */
export const pauseUpgrade = async (
  trx: Db,
  upgradeId: string,
  at: number,
  because: PauseReason,
  accountId: string | null,
): Promise<void> => {
  await markPaused(trx, upgradeId, because, at)
  const open = await holdTasks(trx, upgradeId)
  for (const { id } of open) await note(trx, id, at, 'paused', { code: because, accountId })
}

/** A task has ended: its upgrade stops at a failure, or is over with its last one. */
const afterTask = async (trx: Db, task: TaskRow, at: number): Promise<void> => {
  const upgrade = await lockUpgrade(trx, task.upgrade_id)
  if (!upgrade || upgrade.ended_at !== null) return
  const open = await openTaskIds(trx, upgrade.id)
  if (open.length === 0) {
    await markEnded(trx, upgrade.id, upgrade.state === 'cancelled' ? 'cancelled' : 'done', at)
    return
  }
  if (upgrade.state !== 'running') return
  const failed = task.status === 'failed' || task.status === 'partly_failed'
  if (task.trial && task.status !== 'done') await pauseUpgrade(trx, upgrade.id, at, 'trial', null)
  else if (failed && upgrade.stop_at_failure) await pauseUpgrade(trx, upgrade.id, at, 'failure', null)
}

/** Why a task did not end well: the first reason on its way. */
const codeOf = async (trx: Db, jobs: readonly JobRow[]): Promise<string | null> => {
  const ofJob = jobs.find((job) => job.code !== null)?.code
  if (ofJob) return ofJob
  const node = await firstCode(trx, jobs)
  return node?.code ?? null
}

/**
 * Brings a locked task up to what its jobs and nodes are: a job whose nodes are all settled is over, and with its last
 * job so is the task. Gives the status; call it after every change, in the same transaction.
 */
export const settleTask = async (trx: Db, task: TaskRow, at: number): Promise<TaskRow> => {
  const jobs = await jobsOfTask(trx, task.id)
  for (const job of jobs) {
    if (!isJobOpen(job.state) || job.state === 'waiting') continue
    const nodes = await nodesOfJob(trx, job.id)
    if (nodes.some((node) => node.open)) continue
    const updated = nodes.some((node) => node.status === 'updated')
    if (updated) await markJobDone(trx, job.id, at)
    else
      await endJob(trx, job, 'failed', at, nodes.find((node) => node.code !== null)?.code ?? 'not_confirmed')
    // What the gateway itself did not take will not go through it either.
    if (!updated && job.level === 'gateway') await skipRest(trx, task, at, 'not_reached')
  }
  const after = await jobsOfTask(trx, task.id)
  const status = taskStatusOf(
    after.map((job) => job.state),
    await nodeStatusesOf(trx, task.id),
  )
  if (status === task.status) return task
  const ended = !isTaskOpen(status)
  const code = ended && status !== 'done' ? await codeOf(trx, after) : null
  const saved = await saveTask(trx, task.id, {
    status,
    waiting_for: null,
    ...(ended ? { ended_at: new Date(at), code } : {}),
    ...(task.started_at === null && !ended ? { started_at: new Date(at) } : {}),
  })
  if (task.started_at === null && !ended) await note(trx, task.id, at, 'started')
  if (ended) {
    await note(trx, task.id, at, 'ended', { code: code ?? status })
    await afterTask(trx, saved, at)
  }
  return saved
}
