import { type SqlBool, sql } from 'kysely'
import { signedPosition } from '#domain/stations/sun.ts'
import { daylightAt } from '#domain/upgrades/daylight.ts'
import { WAIT_MS } from '#domain/upgrades/estimate.ts'
import type { UpgradeReason } from '#domain/upgrades/reasons.ts'
import type { SigningKey } from '#domain/upgrades/signing-keys.ts'
import { isJobOpen, type WaitReason } from '#domain/upgrades/upgrade-states.ts'
import { instant } from '../../platform/db/instant.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { checkStored } from './check-stored.ts'
import { offerJob } from './offer-images.ts'
import { imagesOf } from './package-store.ts'
import { skipRest, settleTask } from './settle-task.ts'
import { jobsOfTask, lockTask } from './upgrade-store.ts'

type AdvanceContext = Pick<Context, 'db' | 'changeEvents' | 'firmware' | 'log'>

/** A task made ready here has its first image offered at most this many at a time: about 100 a minute. */
const STARTS_AT_ONCE = 8
const OPEN_AT_ONCE = 500
/** An offer that was not answered is made again. */
const OFFER_AGAIN_MS = 30_000

/** Of one gateway alone (id or serial; null = all); one that has come up is offered again what it was at. */
type Only = { gateway: string | null; cameUp: boolean }

/** Open tasks with what decides whether they can go on, oldest first. */
const openTasks = (db: Db, { gateway, cameUp }: Only) =>
  db
    .selectFrom('upgrade_task')
    .innerJoin('upgrade', 'upgrade.id', 'upgrade_task.upgrade_id')
    .innerJoin('station', 'station.id', 'upgrade_task.station_id')
    .innerJoin('device as gateway', 'gateway.id', 'upgrade_task.gateway_id')
    .leftJoin('gateway_link', 'gateway_link.device_id', 'gateway.id')
    .select([
      'upgrade_task.id',
      'upgrade_task.station_id',
      'upgrade_task.status',
      'upgrade_task.waiting_for',
      'upgrade_task.trial',
      'upgrade_task.created_at',
      'upgrade.package_id',
      'upgrade.mode',
      'gateway.sn as gateway_sn',
      'gateway_link.connected',
      'station.latitude',
      'station.north',
      'station.longitude',
      'station.east',
      sql<boolean>`EXISTS (SELECT 1 FROM upgrade_job j WHERE j.task_id = upgrade_task.id AND j.level <> 'gateway'
                            AND j.ended_at IS NULL)`.as('needs_sun'),
      sql<boolean>`EXISTS (SELECT 1 FROM upgrade_task t WHERE t.upgrade_id = upgrade.id AND t.trial
                            AND t.status <> 'done')`.as('trial_runs'),
    ])
    .where('upgrade_task.ended_at', 'is', null)
    .where('upgrade.state', '=', 'running')
    .where('gateway.removed_at', 'is', null)
    .$if(gateway !== null, (query) =>
      query.where((eb) =>
        eb.or([eb('gateway.sn', '=', gateway ?? ''), eb(sql`gateway.id::text`, '=', gateway ?? '')]),
      ),
    )
    .$if(!cameUp, (query) =>
      query.where(
        sql<SqlBool>`(upgrade_task.status = 'waiting' OR EXISTS (
          SELECT 1 FROM upgrade_job j WHERE j.task_id = upgrade_task.id AND j.state IN ('waiting', 'offered')))`,
      ),
    )
    .orderBy('upgrade_task.created_at')
    .orderBy('upgrade_task.id')
    .limit(OPEN_AT_ONCE)
    .execute()
type OpenTask = Awaited<ReturnType<typeof openTasks>>[number]

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
  const row = await trx
    .selectFrom('firmware_package')
    .select('state')
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow()
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
  const saved = await db
    .updateTable('upgrade_task')
    .set({ waiting_for: reason })
    .where('id', '=', open.id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
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
  const rows = await db
    .selectFrom('upgrade_node')
    .innerJoin('device', 'device.id', 'upgrade_node.device_id')
    .innerJoin('upgrade_task', 'upgrade_task.id', 'upgrade_node.task_id')
    .innerJoin('device as gateway', 'gateway.id', 'upgrade_task.gateway_id')
    .select('upgrade_node.task_id')
    .distinct()
    .where('upgrade_node.open', '=', true)
    .where((eb) =>
      eb.or([eb('device.removed_at', '<=', instant(now)), eb('gateway.removed_at', '<=', instant(now))]),
    )
    .execute()
  return rows.map((row) => row.task_id)
}
