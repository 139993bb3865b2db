import * as z from 'zod/mini'
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
  z.strictObject({ op: z.literal('limit'), pct: limitPct }),
  z.strictObject({ op: z.literal('restart') }),
  z.strictObject({ op: z.literal('set'), report_s: minutes }),
])
