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

/** What is asked. `pct`: share of rated power, whole %; `report_s`: seconds, whole minutes. */
export type ControlAct =
  | { op: 'switch'; on: boolean }
  | { op: 'limit'; pct: number }
  | { op: 'restart' }
  | { op: 'set'; report_s: number }

/** The act that was stored as its name and arguments; null for what changes nothing, or is none. */
export const actOf = (op: ControlOp, args: Readonly<Record<string, unknown>>): ControlAct | null => {
  if (op === 'switch' && typeof args['on'] === 'boolean') return { op, on: args['on'] }
  if (op === 'limit' && typeof args['pct'] === 'number') return { op, pct: args['pct'] }
  if (op === 'set' && typeof args['report_s'] === 'number') return { op, report_s: args['report_s'] }
  return op === 'restart' ? { op } : null
}

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
