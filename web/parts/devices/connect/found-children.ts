import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { names } from '#domain/name-order.ts'
import { kindPlace } from '#domain/devices/kinds.ts'
import type { Answer } from '../../../app/data/call-types.ts'

export type Children = Answer<'GET /api/gateways/{gatewayId}/children'>
export type Child = Children['expected'][number]

export type Comparison = {
  /** Expected and named by the gateway. */
  matching: Child[]
  missing: Child[]
  /** Named by the gateway, and nobody has said that they belong there. */
  unexpected: Child[]
  /** Names of the inverters by id; of one alone nobody has to be told. */
  inverters: ReadonlyMap<string, string>
}

/** In the order in which they hang: inverters first, then by inverter, string and position. */
const inOrder = (list: readonly Child[], snOf: ReadonlyMap<string, string>): Child[] =>
  [...list].sort(
    (a, b) =>
      kindPlace(a.kind) - kindPlace(b.kind) ||
      names.compare(snOf.get(a.parentId ?? '') ?? '', snOf.get(b.parentId ?? '') ?? '') ||
      (a.stringNo ?? Infinity) - (b.stringNo ?? Infinity) ||
      (a.position ?? Infinity) - (b.position ?? Infinity) ||
      names.compare(a.sn, b.sn),
  )

const levelPlace = ({ alarmLevel }: Child): number =>
  alarmLevel === null ? alarmLevels.length : alarmLevels.indexOf(alarmLevel)

export const compareChildren = ({ expected, discovered, missing, unexpected }: Children): Comparison => {
  const [lost, strange] = [new Set(missing), new Set(unexpected)]
  const snOf = new Map([...expected, ...discovered].map(({ id, sn }) => [id, sn]))
  const inverters = new Map(
    [...expected, ...discovered].flatMap(({ kind, id, name, sn }) =>
      kind === 'inverter' ? [[id, name || sn] as const] : [],
    ),
  )
  return {
    inverters: inverters.size > 1 ? inverters : new Map(),
    // Whom an alarm is of stands where it is seen.
    matching: inOrder(
      expected.filter(({ id }) => !lost.has(id)),
      snOf,
    ).sort((a, b) => levelPlace(a) - levelPlace(b)),
    missing: inOrder(
      expected.filter(({ id }) => lost.has(id)),
      snOf,
    ),
    unexpected: inOrder(
      discovered.filter(({ id }) => strange.has(id)),
      snOf,
    ),
  }
}

const advised = [
  'serial',
  'other_gateway',
  'is_gateway',
  'not_a_child',
  'same_serial',
  'replaced',
  'too_many',
] as const
export type Advice = (typeof advised)[number] | 'other'
/** Which advice fits the reason that a serial is kept out for. */
export const adviceFor = (reason: string): Advice => advised.find((one) => one === reason) ?? 'other'
