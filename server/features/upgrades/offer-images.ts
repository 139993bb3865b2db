import { firmwareChunkBytes, type FirmwareOffer } from '#contract/mqtt/firmware.ts'
import { normaliseSerial } from '#domain/devices/fields.ts'
import type { UpgradeMode } from '#domain/upgrades/upgrade-states.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import { manifestOf } from './check-stored.ts'
import type { ImageRow } from './package-store.ts'
import { moveJob } from './settle-task.ts'
import { note } from './upgrade-store.ts'
import type { JobRow } from './job-store.ts'
import { nodesOfJob } from './node-store.ts'

/** What goes over the wire. An offer names what is to be had and under which job, never where. */
export const offerMessage = (
  job: Pick<JobRow, 'id'>,
  image: ImageRow,
  mode: UpgradeMode,
  targets: readonly { sn: string }[],
): FirmwareOffer => ({
  v: 1,
  job: job.id,
  manifest: manifestOf(image),
  sig: image.signature,
  chunk: firmwareChunkBytes,
  n: Math.ceil(image.bytes / firmwareChunkBytes),
  mode,
  targets: targets.map(({ sn }) => normaliseSerial(sn)),
})

/**
 * Offers a job of a locked task to its gateway. Publishing and noting it are one transaction: a server killed between
 * the two offers it again, and a gateway that knows the job goes on with it. False when the gateway did not take it.
 */
export const offerJob = async (
  trx: Db,
  { firmware, log }: Pick<Context, 'firmware' | 'log'>,
  offered: { job: JobRow; image: ImageRow; mode: UpgradeMode; gatewaySn: string },
  at: number,
): Promise<boolean> => {
  const { job, image, mode, gatewaySn } = offered
  const open = (await nodesOfJob(trx, job.id)).filter((node) => node.open)
  try {
    if ((await firmware.sendOffer(gatewaySn, offerMessage(job, image, mode, open))) !== 'sent') return false
  } catch (error) {
    log.warn({ err: error, gateway: gatewaySn, job: job.id }, 'an offer could not be published')
    return false
  }
  if (job.state === 'waiting') await note(trx, job.task_id, at, 'offered', { level: job.level })
  await moveJob(trx, job, 'offered', at, { size: image.bytes, mode })
  return true
}
