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
/**
 * Who has become silent is looked for among all devices: of very many that takes long, and is done so many times as long
 * after it, a fiftieth of the time. What is silent has been so for a quarter of an hour. No source: chosen.
 */
const PRESENCE_MS = 5_000
const PRESENCE_MOST_MS = 60_000
const PRESENCE_REST = 50

const all: readonly Feature[] = features

/** What is done again and again by the server that gateways are spoken to from. */
export const gatewayJobs = (context: Context): Job[] =>
  all.flatMap(({ gatewayJobs: jobs }) => jobs?.(context) ?? [])

/** What each server does for itself that people ask. */
export const ownJobs = (context: Context): Job[] => all.flatMap(({ ownJobs: jobs }) => jobs?.(context) ?? [])

/** Everything an installation does again and again by itself. `pressed`: readings of gateways wait. */
export const installationJobs = (context: Context, pressed = (): boolean => false): Job[] => {
  const { db, log } = context
  let looked: number | null = null
  let tookMs = 0
  return [
    ...all.flatMap(({ jobs }) => jobs?.(context, pressed) ?? []),
    {
      name: 'presence',
      everyMs: () => Math.min(PRESENCE_MOST_MS, Math.max(PRESENCE_MS, tookMs * PRESENCE_REST)),
      run: async (now) => {
        const began = performance.now()
        await tellWhatTimeChanged({ ...context, db: context.background }, looked ?? now - FIRST_LOOK_MS, now)
        looked = now
        tookMs = performance.now() - began
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
