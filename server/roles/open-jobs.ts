import { gatewayJobs, installationJobs, ownJobs } from '../entrances/jobs/installation-jobs.ts'
import { createJobFigures } from '../entrances/jobs/job-figures.ts'
import { startJobs, type Jobs } from '../entrances/jobs/jobs.ts'
import { keepHomeAtLast } from '../features/overview/read-home.ts'
import type { Context } from '../context.ts'
import type { Job } from '../job.ts'
import type { OpenTransport } from '../entrances/mqtt/opened-transport.ts'
import type { ReadingIntake } from '../features/telemetry/reading-intake.ts'
import type { Closing } from './closing.ts'

type Opening = {
  context: Context
  closing: Closing
  worker: boolean
  /** People ask this server. */
  api: boolean
  /** The database is this server's own: no other is at it. */
  alone: boolean
  /** Where gateways are spoken to from here. */
  gateways: { opened: OpenTransport; readings: ReadingIntake } | null
}

/** `worker`: what is done again and again; `api`: what a server does for its own looks; and on the server that speaks to gateways, what has to be done there. */
export const openJobs = ({ context, closing, worker, api, alone, gateways }: Opening): Jobs => {
  const { pool, log, clock, metrics } = context
  const jobs = startJobs(
    [
      ...(worker ? installationJobs(context, gateways?.readings.pressed) : []),
      ...(api ? ownJobs(context) : []),
      ...(gateways === null ? [] : [...gatewayJobs(context), ...followLogins(gateways.opened)]),
    ],
    { pool, log, clock, alone, figures: createJobFigures(metrics) },
  )
  if (worker) closing.add(() => keepHomeAtLast(context, clock()))
  closing.add(() => jobs.stop())
  return jobs
}

const followLogins = ({ reconcile, reconcileMs }: OpenTransport): Job[] =>
  reconcile === null ? [] : [{ name: 'broker-logins', everyMs: reconcileMs, run: reconcile }]
