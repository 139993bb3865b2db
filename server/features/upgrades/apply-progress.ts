import type { FirmwareProgress } from '#contract/mqtt/firmware.ts'
import { serialKey } from '#domain/devices/fields.ts'
import { eventOfPhase, judgeNode } from '#domain/upgrades/node-change.ts'
import { isJobOpen } from '#domain/upgrades/upgrade-states.ts'
import { transact } from '../../platform/db/open.ts'
import { gatewayBySerial } from '../devices/device-store.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { confirmNodes } from './confirm-versions.ts'
import { isJobId } from './serve-chunks.ts'
import { moveJob, settleTask } from './settle-task.ts'
import { note } from './upgrade-store.ts'
import { saveBytes, type JobRow, jobOnWire, jobsOfTask } from './job-store.ts'
import type { NodeChange } from './node-store.ts'
import { nodesOfJob, saveNodes } from './node-store.ts'
import { lockTask } from './task-store.ts'

export type ProgressOutcome = 'applied' | 'late' | 'unknown' | 'foreign'

/** Failures that are noted one by one; of more the nodes themselves tell. */
const NOTED_MAX = 20

const applyNodes = async (
  trx: Db,
  job: JobRow,
  told: NonNullable<FirmwareProgress['nodes']>,
  at: number,
): Promise<void> => {
  const known = new Map((await nodesOfJob(trx, job.id)).map((node) => [serialKey(node.sn), node]))
  const changes = told.flatMap((one): (NodeChange & { sn: string })[] => {
    const node = known.get(serialKey(one.sn))
    const judged = node && judgeNode(node, one)
    return node && judged ? [{ deviceId: node.device_id, sn: node.sn, ...judged }] : []
  })
  await saveNodes(trx, job.id, changes, at)
  for (const { sn, code } of changes.filter(({ status }) => status === 'failed').slice(0, NOTED_MAX))
    await note(trx, job.task_id, at, 'node_failed', { level: job.level, sn, code })
}

/**
 * Takes what a gateway says of a firmware job. Only the job's own gateway is heard (`gatewaySn` is its login), what it
 * says of others' devices is left out, the same again changes nothing, and what comes after the end is late.
 */
export const applyProgress = async (
  { db, changeEvents }: Pick<Context, 'db' | 'changeEvents'>,
  gatewaySn: string,
  progress: FirmwareProgress,
  arrivedAt: number,
): Promise<ProgressOutcome> => {
  if (!isJobId(progress.job)) return 'unknown'
  let stationId: string | null = null
  const outcome = await transact(db, async (trx): Promise<ProgressOutcome> => {
    stationId = null
    const gateway = await gatewayBySerial(trx, gatewaySn)
    const wire = gateway && (await jobOnWire(trx, progress.job))
    if (!gateway || !wire) return 'unknown'
    if (wire.gateway_id !== gateway.id) return 'foreign'
    const task = await lockTask(trx, wire.task_id)
    const job = (await jobsOfTask(trx, wire.task_id)).find((one) => one.id === progress.job)
    if (!task || !job || !isJobOpen(job.state) || job.state === 'waiting') return 'late'
    stationId = task.station_id
    const event = eventOfPhase(progress.phase)
    const about = { size: wire.size, mode: wire.mode }
    if (progress.nodes) await applyNodes(trx, job, progress.nodes, arrivedAt)
    if (event === 'failed') {
      const code = progress.code ?? (progress.phase === 'cancelled' ? 'cancelled' : 'write_failed')
      await moveJob(trx, job, event, arrivedAt, { ...about, code })
      await note(trx, task.id, arrivedAt, 'job_failed', { level: job.level, code })
    } else {
      const moved = await moveJob(trx, job, event, arrivedAt, about)
      if (moved && moved.state !== job.state) {
        if (moved.state === 'distributing')
          await note(trx, task.id, arrivedAt, 'received', { level: job.level })
        if (moved.state === 'verifying') await note(trx, task.id, arrivedAt, 'written', { level: job.level })
      }
      if (moved?.state === 'receiving' && typeof progress.bytes === 'number' && progress.bytes > moved.bytes)
        await saveBytes(trx, job.id, Math.min(progress.bytes, wire.size))
      await confirmNodes(trx, task, arrivedAt)
    }
    await settleTask(trx, task, arrivedAt)
    return 'applied'
  })
  if (stationId !== null) changeEvents.tell({ type: 'changed', stationId, what: 'upgrades' })
  return outcome
}
