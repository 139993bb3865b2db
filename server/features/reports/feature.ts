import type { Feature } from '../../feature.ts'
import { createGivingWay } from '../../platform/giving-way.ts'
import { createMakingRoom } from '../../platform/making-room.ts'
import { createMonthLooks } from './month-looks.ts'
import { noteRunDays } from './note-run-days.ts'
import { reportHandlers } from './report-routes.ts'
import { tellMonths } from './tell-months.ts'

/** The days that ran are made at least so often, however much comes in. */
const RUN_DAYS_WAIT_MS = 600_000

export const reportsFeature = {
  name: 'reports',
  handlers: reportHandlers,
  tables: ['run_day', 'run_look'],
  jobs: (context, pressed) => {
    const looks = createMonthLooks(context)
    const runDays = createGivingWay(pressed, RUN_DAYS_WAIT_MS, context.clock)
    return [
      {
        name: 'run-days',
        everyMs: 120_000,
        run: async (now, stopping) => {
          const makeRoom = createMakingRoom(context.reads)
          await noteRunDays({ ...context, db: context.background, makeRoom }, now, stopping, runDays.waits)
          if (!runDays.waits() && !stopping.aborted) runDays.done()
        },
      },
      {
        name: 'months',
        everyMs: 120_000,
        run: async (now, stopping) => {
          await tellMonths(context, now, stopping, looks)
        },
      },
    ]
  },
} as const satisfies Feature
