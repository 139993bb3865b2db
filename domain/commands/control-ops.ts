import { actsOf, type DeviceKind } from '../devices/kinds.ts'

/** What a person can ask of devices in one go. */
export const controlOps = ['switch', 'limit', 'restart', 'set', 'read'] as const
export type ControlOp = (typeof controlOps)[number]

/**
 * Whether a kind of device carries it out. A gateway that is chosen for `switch` or `limit` stands for all behind it
 * that can; so does a string.
 */
export const canDo = (op: ControlOp, kind: DeviceKind): boolean => actsOf(kind).includes(op)
/** Whether anything can be asked of a kind of device. */
export const takesCommands = (kind: DeviceKind): boolean => controlOps.some((op) => canDo(op, kind))

/** Whether a chosen gateway means what hangs behind it and not itself. */
export const meansChildren = (op: ControlOp): boolean => op === 'switch' || op === 'limit'

/**
 * What is asked. `pct`: share of rated power, whole %; `w`: W; `for_s`: seconds until a limit ends; `report_s`: seconds,
 * whole minutes.
 */
export type ControlAct =
  | { op: 'switch'; on: boolean }
  | { op: 'limit'; pct?: number | undefined; w?: number | undefined; for_s?: number | undefined }
  | { op: 'restart' }
  | { op: 'set'; report_s: number }

/** The act that was stored as its name and arguments; null for what changes nothing, or is none. */
export const actOf = (op: ControlOp, args: Readonly<Record<string, unknown>>): ControlAct | null => {
  if (op === 'switch' && typeof args['on'] === 'boolean') return { op, on: args['on'] }
  if (op === 'limit') {
    const [pct, w, forS] = [args['pct'], args['w'], args['for_s']]
    const end = typeof forS === 'number' ? { for_s: forS } : {}
    if (typeof pct === 'number') return { op, pct, ...end }
    return typeof w === 'number' ? { op, w, ...end } : null
  }
  if (op === 'set' && typeof args['report_s'] === 'number') return { op, report_s: args['report_s'] }
  return op === 'restart' ? { op } : null
}

/** The arguments of the wire: the act without its name. */
export const argsOf = (act: ControlAct): Record<string, number | boolean> =>
  act.op === 'switch'
    ? { on: act.on }
    : act.op === 'limit'
      ? {
          ...(act.pct === undefined ? {} : { pct: act.pct }),
          ...(act.w === undefined ? {} : { w: act.w }),
          ...(act.for_s === undefined ? {} : { for_s: act.for_s }),
        }
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
