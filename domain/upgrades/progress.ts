import { distributionMs, remainingMs, transferMs } from './estimate.ts'
import { isJobOpen, type JobState, type Level, type NodeStatus, type UpgradeMode } from './upgrade-states.ts'

/** How many nodes of an image are where, and the sum of the percents of those being written. */
export type NodeCounts = Readonly<Record<NodeStatus, number>> & { percents: number }

/** An image on its way, with its nodes. Instants epoch ms. */
export type JobProgress = {
  level: Level
  state: JobState
  /** Bytes of the image, and of those what the gateway has. */
  bytesTotal: number
  bytes: number
  askedAt: number | null
  receivedAt: number | null
  nodes: NodeCounts
}

/** Share 0 to 1 of the nodes' writing that is done. */
export const writtenShare = ({
  waiting,
  writing,
  verifying,
  updated,
  failed,
  percents,
}: NodeCounts): number => {
  const total = waiting + writing + verifying + updated + failed
  return total === 0 ? 0 : (verifying + updated + failed + percents / 100) / total
}

/** A gateway that is written itself has no estimate for that: it counts with its transfer. */
const weights = (job: JobProgress, mode: UpgradeMode) => ({
  transfer: transferMs(job.bytesTotal),
  distribution: distributionMs(job.level, job.bytesTotal, mode),
})

const shares = (job: JobProgress): { sent: number; written: number } => {
  const over = !isJobOpen(job.state)
  const past = job.state === 'distributing' || job.state === 'verifying' || over
  return {
    sent: past ? 1 : Math.min(1, job.bytes / job.bytesTotal),
    written:
      over || job.state === 'verifying' ? 1 : job.state === 'distributing' ? writtenShare(job.nodes) : 0,
  }
}

/** 0 to 100, each phase weighing as long as it is estimated to take. 100 only when all is over. */
export const percentOf = (jobs: readonly JobProgress[], mode: UpgradeMode): number => {
  let [done, all] = [0, 0]
  for (const job of jobs) {
    const weight = weights(job, mode)
    const share = shares(job)
    done += weight.transfer * share.sent + weight.distribution * share.written
    all += weight.transfer + weight.distribution
  }
  const percent = all === 0 ? 0 : (100 * done) / all
  return jobs.every((job) => !isJobOpen(job.state)) ? 100 : Math.min(99, percent)
}

/** How long all of it takes by what is known now: what is left is never more than that. */
export const wholeOf = (
  estimateMs: number,
  startedAt: number | null,
  leftMs: number | null,
  now: number,
): number =>
  leftMs === null ? estimateMs : Math.max(estimateMs, (startedAt === null ? 0 : now - startedAt) + leftMs)

/**
 * ms until all is over: the present phase at the rate measured in it, the following ones by their estimate. null
 * before anything was measured, and when nothing is open.
 */
export const remainingOf = (jobs: readonly JobProgress[], mode: UpgradeMode, now: number): number | null => {
  const open = jobs.filter((job) => isJobOpen(job.state))
  const [current] = open
  if (!current) return null
  const rest = open
    .slice(1)
    .reduce((sum, job) => sum + weights(job, mode).transfer + weights(job, mode).distribution, 0)
  const own = weights(current, mode)
  if (current.state === 'verifying') return rest
  if (current.state === 'distributing') {
    const left = remainingMs(writtenShare(current.nodes), now - (current.receivedAt ?? now))
    return left === null ? rest + own.distribution : rest + left
  }
  if (current.askedAt === null) return null
  const left = remainingMs(current.bytes / current.bytesTotal, now - current.askedAt)
  return left === null ? null : left + own.distribution + rest
}
