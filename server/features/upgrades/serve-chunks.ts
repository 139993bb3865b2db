import { encodeFirmwareChunk, type FirmwareGet, firmwareChunkBytes } from '#contract/mqtt/firmware.ts'
import { isJobOpen } from '#domain/upgrades/upgrade-states.ts'
import { transact } from '../../platform/db/open.ts'
import { gatewayBySerial } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import { tellEnded } from './control-upgrade.ts'
import { readImage } from './package-store.ts'
import { moveJob, settleTask } from './settle-task.ts'
import { note } from './upgrade-store.ts'
import { lockServing, jobOnWire, jobsOfTask, saveBytes } from './job-store.ts'
import { lockTask } from './task-store.ts'

type ServeContext = Pick<Context, 'db' | 'changeEvents' | 'firmware' | 'log'>

/**
 * `unknown`, `foreign`: no job of this gateway. `ended`: it was told so. `held`: its upgrade is paused. `beyond`: past
 * the end of the image. `elsewhere`: another server is serving it.
 */
export type ServeOutcome = 'served' | 'unknown' | 'foreign' | 'ended' | 'held' | 'beyond' | 'elsewhere'

export const isJobId = (job: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(job)

/** Asking from a chunk on says that all before it have arrived. */
const noteAsked = async (context: ServeContext, taskId: string, jobId: string, bytes: number, at: number) =>
  transact(context.db, async (trx) => {
    const task = await lockTask(trx, taskId)
    const job = (await jobsOfTask(trx, taskId)).find((one) => one.id === jobId)
    if (!task || task.ended_at !== null || !job || !isJobOpen(job.state)) return
    if (job.state === 'distributing' || job.state === 'verifying') return
    const wire = await jobOnWire(trx, jobId)
    if (!wire) return
    if (job.asked_at === null) await note(trx, taskId, at, 'receiving', { level: job.level })
    await moveJob(trx, job, 'asked', at, { size: wire.size, mode: wire.mode })
    await saveBytes(trx, jobId, Math.min(bytes, wire.size))
    await settleTask(trx, task, at)
  })

/**
 * Sends a gateway the chunks it asks for, of its own job alone (`gatewaySn` is its login). Each server of an
 * installation hears it ask; the one that holds the job's lock serves it, and what is sent twice harms nothing.
 */
export const serveChunks = async (
  context: ServeContext,
  gatewaySn: string,
  { job, from, count }: FirmwareGet,
  arrivedAt: number,
): Promise<ServeOutcome> => {
  const { db, changeEvents, firmware } = context
  if (!isJobId(job)) return 'unknown'
  const gateway = await gatewayBySerial(db, gatewaySn)
  const wire = gateway && (await jobOnWire(db, job))
  if (!gateway || !wire) return 'unknown'
  if (wire.gateway_id !== gateway.id) return 'foreign'
  if (!isJobOpen(wire.state) || wire.state === 'verifying') {
    await tellEnded(context, [{ gateway: gatewaySn, job }])
    return 'ended'
  }
  // Not a word: it asks again by itself, and goes on where it was.
  if (wire.upgrade_state === 'paused') return 'held'
  const start = from * firmwareChunkBytes
  if (start >= wire.size) return 'beyond'
  if (start !== wire.bytes || wire.asked_at === null) {
    await noteAsked(context, wire.task_id, job, start, arrivedAt)
    changeEvents.tell({ type: 'changed', stationId: wire.station_id, what: 'upgrades' })
  }
  return db.transaction().execute(async (trx): Promise<ServeOutcome> => {
    const { rows } = await lockServing(trx, job)
    if (rows[0]?.mine !== true) return 'elsewhere'
    const piece = await readImage(trx, wire.image_id, start, count * firmwareChunkBytes)
    if (piece === null) return 'beyond'
    for (let at = 0; at < piece.length; at += firmwareChunkBytes) {
      const chunk = encodeFirmwareChunk(piece.subarray(at, at + firmwareChunkBytes))
      // What it does not take now it asks for again.
      if ((await firmware.sendChunk(gatewaySn, job, from + at / firmwareChunkBytes, chunk)) !== 'sent') break
    }
    return 'served'
  })
}
