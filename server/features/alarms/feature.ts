import type { Feature } from '../../feature.ts'
import { closeEndedAlarms } from './close-ended.ts'
import { sumUpAlarms } from './find-alarms.ts'
import { keepCosts } from './keep-costs.ts'
import { createJudge } from './rules/judges.ts'
import { createGivingWay } from '../../platform/giving-way.ts'
import { SHARDS } from '../../platform/db/shards.ts'
import { alarmHandlers } from './alarm-routes.ts'
import { alarmRuleHandlers } from './rules/rule-routes.ts'

/** What alarms have cost is reckoned at least so often, however much comes in. */
const COSTS_WAIT_MS = 10 * 60_000

export const alarmsFeature = {
  name: 'alarms',
  handlers: { ...alarmHandlers, ...alarmRuleHandlers },
  tables: [
    'alarm',
    'alarm_acknowledgement',
    'alarm_clear',
    'alarm_cost',
    'alarm_item',
    'alarm_notice',
    'alarm_signal',
    'alarm_tally',
    'alarm_total',
    'analysis_memory',
    'rule_collection',
    'rule_setting',
    'rule_state',
  ],
  jobs: (context, pressed) => {
    const way = createGivingWay(pressed, COSTS_WAIT_MS, context.clock)
    const judge = createJudge(context)
    const { background } = context
    return [
      {
        // Every five minutes by the clock; looked at more often, so that a step is judged soon after it is due.
        name: 'rules',
        everyMs: 30_000,
        shards: SHARDS,
        run: async (now, stopping, shards) => {
          const figures = await judge(now, stopping, shards)
          if (figures !== null && figures.raised + figures.cleared > 0)
            context.log.info(figures, 'rules were judged')
        },
      },
      { name: 'alarms', everyMs: 15_000, run: (now) => closeEndedAlarms(context, now) },
      { name: 'alarm sums', everyMs: 60_000, run: () => sumUpAlarms(context.db) },
      {
        name: 'alarm costs',
        everyMs: 30_000,
        run: async (now, stopping) => {
          if (way.waits()) return
          await keepCosts({ ...context, db: background }, now, stopping)
          way.done()
        },
      },
    ]
  },
} as const satisfies Feature
