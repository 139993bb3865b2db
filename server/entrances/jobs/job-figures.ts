import { Counter, Gauge, type Registry } from 'prom-client'
import type { JobFigures } from './jobs.ts'

/** When each job last succeeded here, and how often it failed. Of several servers one runs a job: look at the newest. */
export const createJobFigures = (registry: Registry): JobFigures => {
  const make = { labelNames: ['job'], registers: [registry] }
  const succeeded = new Gauge({
    name: 'sunkeeper_job_last_success_seconds',
    help: 'When the job last succeeded on this server, seconds since 1970',
    ...make,
  })
  const lasted = new Gauge({
    name: 'sunkeeper_job_duration_seconds',
    help: 'How long the last successful run took',
    ...make,
  })
  const failed = new Counter({ name: 'sunkeeper_job_failed_total', help: 'Runs that failed', ...make })
  return {
    succeeded: (job, at, seconds) => {
      succeeded.set({ job }, Math.round(at / 1000))
      lasted.set({ job }, seconds)
    },
    failed: (job) => failed.inc({ job }),
  }
}
