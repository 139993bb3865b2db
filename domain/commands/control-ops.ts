import * as z from 'zod/mini'
import type { DeviceKind } from '../devices/fields.ts'
import { REPORT_MAX, REPORT_MIN } from '../stations/fields.ts'

/** What a person can ask of devices in one go. */
export const controlOps = ['switch', 'limit', 'restart', 'set', 'read'] as const
export type ControlOp = (typeof controlOps)[number]

/**
 * Which kinds of device carry out what. A gateway that is chosen for `switch` or `limit` stands for all behind it
 * that can; so does a string.
 */
const kinds: Readonly<Record<ControlOp, readonly DeviceKind[]>> = {
  switch: ['inverter', 'optimizer', 'shutdown'],
  limit: ['inverter'],
  restart: ['gateway', 'inverter'],
  set: ['gateway'],
  read: ['gateway', 'inverter', 'optimizer', 'shutdown'],
}
export const canDo = (op: ControlOp, kind: DeviceKind): boolean => kinds[op].includes(kind)

/** Whether a chosen gateway means what hangs behind it and not itself. */
export const meansChildren = (op: ControlOp): boolean => op === 'switch' || op === 'limit'

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
export type ControlAct = z.output<typeof controlAct>

/** The arguments of the wire: the act without its name. */
export const argsOf = (act: ControlAct): Record<string, number | boolean> =>
  act.op === 'switch'
    ? { on: act.on }
    : act.op === 'limit'
      ? { pct: act.pct }
      : act.op === 'set'
        ? { report_s: act.report_s }
        : {}

/**
 * Opening shutdown devices takes the voltage off conductors. It is the one act that may be given though somebody works
 * there, by a person who says so: it endangers nobody, and holding it up might.
 */
export const mayGoDespite = (act: { op: ControlOp; on?: boolean }, targets: readonly DeviceKind[]): boolean =>
  act.op === 'switch' &&
  act.on === false &&
  targets.length > 0 &&
  targets.every((kind) => kind === 'shutdown')
