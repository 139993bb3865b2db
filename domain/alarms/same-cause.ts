import { type AlarmKind, alarmKinds, isOwnCode } from './alarm-kinds.ts'
import { kindOfCode } from './kind-of-code.ts'
import { levelNumber } from './alarm-states.ts'

/**
 * One fault, one alarm: what a device reports of itself and what a rule makes of its readings are one alarm where they
 * have one cause, whichever is heard first. It bears the name of the cause, and each code is an instance of it.
 */

/** Kinds that are one fault in several words. */
const groups: readonly (readonly AlarmKind[])[] = [
  ['insulation', 'ground_fault', 'residual_current'],
  ['over_temperature', 'fan'],
  ['string_low_current', 'string_reversed', 'string_backfeed'],
  ['device_silent', 'optimizer_lost'],
  ['optimizer_low', 'optimizer_fault'],
  ['inverter_off', 'no_production'],
]
const groupOf = (kind: AlarmKind): number => groups.findIndex((kinds) => kinds.includes(kind))

const isSame = (a: AlarmKind, b: AlarmKind): boolean =>
  a === b || (groupOf(a) >= 0 && groupOf(a) === groupOf(b))

/** It says that something stands still, and not why. */
const standsStill = (kind: AlarmKind): boolean => kind === 'inverter_off' || kind === 'no_production'

/** Kinds of what the grid does: every inverter behind one gateway is on the same grid. */
const ofTheGrid: ReadonlySet<AlarmKind> = new Set([
  'grid_lost',
  'grid_overvoltage',
  'grid_undervoltage',
  'grid_voltage',
  'grid_imbalance',
  'grid_overfrequency',
  'grid_underfrequency',
  'grid_frequency',
  'grid_unstable_frequency',
])

/** What leaves less than the field could give: reason enough that a device stays below its peers. */
const givesLess: ReadonlySet<AlarmKind> = new Set([
  'insulation',
  'ground_fault',
  'residual_current',
  'arc_fault',
  'dc_overvoltage',
  'voltage_to_ground',
  'string_low_current',
  'string_reversed',
  'string_backfeed',
  ...ofTheGrid,
  'output_overcurrent',
  'dc_injection',
  'over_temperature',
  'fan',
  'device_fault',
  'no_production',
  'inverter_off',
  'optimizer_low',
  'optimizer_fault',
  'shutdown_open',
  'keepalive_lost',
  // A rating that is wrong, or readings that are old, measure nobody.
  'rating',
  'frozen',
])

/** Whether one code on a device is the same fault as another on it, or why the other is so: silence stops nothing. */
export const causes = (cause: string, code: string): boolean => {
  const [a, b] = [kindOfCode(cause), kindOfCode(code)]
  if (a === null || b === null || cause === code) return false
  if (isSame(a, b)) return true
  if (b === 'below_peers') return givesLess.has(a)
  return (
    standsStill(b) &&
    !standsStill(a) &&
    a !== 'gateway_silent' &&
    levelNumber(alarmKinds[a].level) <= levelNumber('emergent')
  )
}

/**
 * Whether a new word of a fault takes over the open alarm of an older one: a device knows more than our rules. What has
 * stayed below its peers for days keeps its alarm: an hour of the grid does not explain it.
 */
export const takesOver = (code: string, open: string): boolean =>
  isOwnCode(open) &&
  kindOfCode(open) !== 'below_peers' &&
  causes(code, open) &&
  (!isOwnCode(code) || !causes(open, code))

/**
 * Whether codes of two devices behind one gateway are one disturbance of the grid, a device having said at least one of
 * them: what rules find of several inverters they join themselves, and of one among many they name that one.
 */
export const sameGridFault = (a: string, b: string): boolean => {
  const [one, other] = [kindOfCode(a), kindOfCode(b)]
  if (one === null || other === null || (isOwnCode(a) && isOwnCode(b))) return false
  return ofTheGrid.has(one) && one === other
}

/** The name of an instance within an alarm that bears another code; no code of a device has a colon in it. */
export const joinedInstance = (code: string, instance: string): string => `${code}:${instance}`
export const partsOfInstance = (instance: string): { code: string | null; instance: string } => {
  const colon = instance.indexOf(':')
  return colon < 0
    ? { code: null, instance }
    : { code: instance.slice(0, colon), instance: instance.slice(colon + 1) }
}
