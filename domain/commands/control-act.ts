import * as z from 'zod/mini'
import { LIMIT_LONGEST_S, LIMIT_SHORTEST_S } from './power-limits.ts'
import { REPORT_MAX, REPORT_MIN } from '../stations/limits.ts'

const minutes = z
  .int({ error: 'reporting_range' })
  .check(
    z.minimum(REPORT_MIN * 60, { error: 'reporting_range' }),
    z.maximum(REPORT_MAX * 60, { error: 'reporting_range' }),
  )
/** Share of rated power, whole %. */
export const limitPct = z
  .int({ error: 'limit_range' })
  .check(z.minimum(0, { error: 'limit_range' }), z.maximum(100, { error: 'limit_range' }))

/** What is asked, as form, API and wire say it. */
export const controlAct = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('switch'), on: z.boolean() }),
  z
    .strictObject({
      op: z.literal('limit'),
      /** Exactly one of the two: share of rated power, or W. 100 % takes a limit away. */
      pct: z.optional(limitPct),
      w: z.optional(
        z
          .int({ error: 'limit_range' })
          .check(z.minimum(0, { error: 'limit_range' }), z.maximum(100_000_000, { error: 'limit_range' })),
      ),
      /** Seconds until it ends; four hours unless said. */
      for_s: z.optional(
        z
          .int({ error: 'limit_time' })
          .check(
            z.minimum(LIMIT_SHORTEST_S, { error: 'limit_time' }),
            z.maximum(LIMIT_LONGEST_S, { error: 'limit_time' }),
          ),
      ),
    })
    .check(z.refine(({ pct, w }) => (pct === undefined) !== (w === undefined), { error: 'limit_range' })),
  z.strictObject({ op: z.literal('restart') }),
  z.strictObject({ op: z.literal('set'), report_s: minutes }),
])
