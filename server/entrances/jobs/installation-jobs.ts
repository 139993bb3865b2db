import { features } from '../../features/all-features.ts'
import type { Context } from '../../context.ts'
import type { Feature } from '../../feature.ts'
import type { Job } from '../../job.ts'
import { deleteOld } from '../../platform/db/delete-old.ts'
import { tellWhatTimeChanged } from './presence.ts'

const DAY_MS = 86_400_000
/** For so long a repeated call with the same Idempotency-Key gets the answer of the first. */
const ANSWERS_DAYS = 30
/** After a start, presence looks back this far. */
const FIRST_LOOK_MS = 60_000

const all: readonly Feature[] = features

/** What is done again and again by the server that gateways are spoken to from. */
export const gatewayJobs = (context: Context): Job[] =>
  all.flatMap(({ gatewayJobs: jobs }) => jobs?.(context) ?? [])

/** Everything an installation does again and again by itself. `pressed`: readings of gateways wait. */
export const installationJobs = (context: Context, pressed = (): boolean => false): Job[] => {
  const { db, log } = context
  let looked: number | null = null
  return [
    ...all.flatMap(({ jobs }) => jobs?.(context, pressed) ?? []),
    {
      name: 'presence',
      everyMs: 5_000,
      run: async (now) => {
        await tellWhatTimeChanged(context, looked ?? now - FIRST_LOOK_MS, now)
        looked = now
      },
    },
    {
      name: 'retention',
      everyMs: 3_600_000,
      run: async (now, stopping) => {
        const dropped: Record<string, number> = {}
        for (const { forget } of all) Object.assign(dropped, await forget?.(context, now, stopping))
        dropped['answers'] = await deleteOld(
          db,
          { table: 'idempotency', column: 'created_at' },
          now - ANSWERS_DAYS * DAY_MS,
          stopping,
        )
        if (Object.values(dropped).some((count) => count > 0)) log.info(dropped, 'old rows were dropped')
      },
    },
  ]
}
