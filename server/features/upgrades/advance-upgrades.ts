import { signedPosition } from '#domain/stations/sun.ts'
import { daylightAt } from '#domain/upgrades/daylight.ts'
import { WAIT_MS } from '#domain/upgrades/estimate.ts'
import type { UpgradeReason } from '#domain/upgrades/reasons.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import { isJobOpen, type WaitReason } from '#domain/upgrades/upgrade-states.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { checkStored } from './check-stored.ts'
import { offerJob } from './offer-images.ts'
import { imagesOf, stateOfPackage } from './package-store.ts'
import { skipRest, settleTask } from './settle-task.ts'
import { tasksOfRemovedDevices, lockTask, saveWaitReason } from './task-store.ts'
import type { OpenTask, Only } from './find-open-tasks.ts'
import { openTasks } from './find-open-tasks.ts'
import { jobsOfTask } from './job-store.ts'

type AdvanceContext = Pick<Context, 'db' | 'changeEvents' | 'firmware' | 'log'>

/** A task made ready here has its first image offered at most this many at a time: about 100 a minute. */
const STARTS_AT_ONCE = 8
/** An offer that was not answered is made again. */
const OFFER_AGAIN_MS = 30_000

const waitsFor = (task: OpenTask, now: number): WaitReason | null => {
  if (task.trial_runs && !task.trial) return 'trial'
  if (task.connected !== true) return 'gateway'
  return task.needs_sun && !daylightAt(now, signedPosition(task)).up ? 'daylight' : null
}

/** Why the package of a task cannot be used any more. */
const packageTrouble = async (
  trx: Db,
  packageId: string,
  imageIds: readonly string[],
  keys: readonly SigningKey[],
  now: number,
): Promise<UpgradeReason | null> => {
  const row = await stateOfPackage(trx, packageId)
  if (row.state !== 'approved') return 'package_withdrawn'
  for (const image of await imagesOf(trx, [packageId])) {
    if (!imageIds.includes(image.id)) continue
    const trouble = await checkStored(trx, image, keys, now)
    if (trouble !== null) return trouble
  }
  return null
}

/** Offers the next image of a task, or the present one again. True when something was done. */
const advanceTask = async (
  context: AdvanceContext,
  open: OpenTask,
  keys: readonly SigningKey[],
  now: number,
  again: boolean,
): Promise<boolean> =>
  // Not `transact`: what was published cannot be taken back by trying anew.
  context.db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, open.id)
    if (!task || task.ended_at !== null) return false
    const jobs = (await jobsOfTask(trx, task.id)).filter((job) => isJobOpen(job.state))
    const [job] = jobs
    if (!job) return false
    const isNext = job.state === 'waiting'
    const unanswered = job.state === 'offered' && now - (job.offered_at ?? 0) >= OFFER_AGAIN_MS
    const isOpen = job.state === 'offered' || job.state === 'receiving' || job.state === 'distributing'
    if (!isNext && !unanswered && !(again && isOpen)) return false
    const trouble = isNext
      ? await packageTrouble(
          trx,
          open.package_id,
          jobs.map((one) => one.image_id),
          keys,
          now,
        )
      : null
    if (trouble !== null) {
      await skipRest(trx, task, now, trouble)
      await settleTask(trx, task, now)
      return true
    }
    const image = (await imagesOf(trx, [open.package_id])).find((one) => one.id === job.image_id)
    if (!image) return false
    const offered = { job, image, mode: open.mode, gatewaySn: open.gateway_sn }
    if (!(await offerJob(trx, context, offered, now))) return false
    await settleTask(trx, task, now)
    return true
  })

const giveUpWaiting = async (db: Db, open: OpenTask, now: number): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, open.id)
    if (task?.status !== 'waiting') return
    await skipRest(trx, task, now, 'not_started')
    await settleTask(trx, task, now)
  })
}

const saveWaiting = async (db: Db, open: OpenTask, reason: WaitReason): Promise<boolean> => {
  if (open.waiting_for === reason) return false
  const saved = await saveWaitReason(db, open.id, reason)
  return saved !== undefined
}

/**
 * Lets every open upgrade do what it can: begin, go on with its next image, offer again what was not answered. Gives
 * how many moved.
 */
export const advanceUpgrades = async (
  context: AdvanceContext,
  now: number,
  only: Only = { gateway: null, cameUp: false },
  stopping?: AbortSignal,
): Promise<number> => {
  const { db, changeEvents, firmware } = context
  const open = await openTasks(db, only)
  if (open.length === 0) return 0
  const keys = await firmware.keys()
  const stations = new Set<string>()
  let [starts, moved] = [0, 0]
  for (const task of open) {
    if (stopping?.aborted === true) break
    const waiting = task.status === 'waiting'
    if (waiting && now - task.created_at >= WAIT_MS) {
      await giveUpWaiting(db, task, now)
      stations.add(task.station_id)
      continue
    }
    const reason = waiting ? waitsFor(task, now) : task.connected === true ? null : 'gateway'
    if (reason !== null || (waiting && starts === STARTS_AT_ONCE)) {
      if (waiting && (await saveWaiting(db, task, reason ?? 'turn'))) stations.add(task.station_id)
      continue
    }
    if (waiting) starts += 1
    if (await advanceTask(context, task, keys, now, only.cameUp)) {
      moved += 1
      stations.add(task.station_id)
    }
  }
  for (const stationId of stations) changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
  return moved
}

/** Tasks of gateways or devices that are gone. */
export const tasksOfRemoved = async (db: Db, now: number): Promise<string[]> => {
  const rows = await tasksOfRemovedDevices(db, now)
  return rows.map((row) => row.task_id)
}
