import type { Feature } from '../../feature.ts'
import { createMonthLooks } from './month-looks.ts'
import { noteRunDays } from './note-run-days.ts'
import { reportHandlers } from './report-routes.ts'
import { tellMonths } from './tell-months.ts'

export const reportsFeature = {
  name: 'reports',
  handlers: reportHandlers,
  tables: ['run_day', 'run_look'],
  jobs: (context, pressed) => {
    const looks = createMonthLooks(context)
    return [
      {
        name: 'run-days',
        everyMs: 120_000,
        run: async (now, stopping) => {
          await noteRunDays(context, now, stopping, pressed)
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
