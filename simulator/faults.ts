import * as z from 'zod/mini'
import { explainIssues } from '#gateway/checked-json.ts'

/**
 * Faults of the simulated fleet, switched on by name and time. A file holds a list of them; `from` and `to` are
 * epoch milliseconds or ISO 8601 instants, `to` absent = until the end. A target that does not exist is an error
 * when the fleet is made, not a fault that silently never happens.
 */

const when = z.pipe(
  z.union([z.int().check(z.nonnegative()), z.iso.datetime({ offset: true })]),
  z.transform((value: number | string) => (typeof value === 'number' ? value : Date.parse(value))),
)
const serial = z.string().check(z.minLength(4), z.maxLength(32))
const portion = z.number().check(z.minimum(0), z.maximum(1))
const span = { from: when, to: z.optional(when) }

export const fault = z.discriminatedUnion('name', [
  /** A string's fuse has blown: that string gives nothing, its neighbours are untouched. */
  z.strictObject({
    name: z.literal('string-fuse'),
    ...span,
    inverter: serial,
    string: z.int().check(z.positive()),
  }),
  /** Its modules or its electronics give less than they should, for good. */
  z.strictObject({
    name: z.literal('weak-inverter'),
    ...span,
    inverter: serial,
    share: z._default(portion, 0.85),
  }),
  /** Dust settles on its field: every day it gives this much less, until rain or a cloth. */
  z.strictObject({
    name: z.literal('soiling'),
    ...span,
    inverter: serial,
    perDay: z._default(portion, 0.01),
  }),
  /** A tree or a mast stands before its field for some hours of each day, by UTC; they may lie across midnight. */
  z.strictObject({
    name: z.literal('shading'),
    ...span,
    inverter: serial,
    fromHour: z.number().check(z.minimum(0), z.maximum(24)),
    toHour: z.number().check(z.minimum(0), z.maximum(24)),
    light: z._default(portion, 0.4),
  }),
  /** It gives no more than this share of its rating and says nothing of it. */
  z.strictObject({ name: z.literal('derating'), ...span, inverter: serial, limit: z._default(portion, 0.6) }),
  /** Its readings stand still: the gateway repeats what it read at `from`. */
  z.strictObject({ name: z.literal('frozen-power'), ...span, inverter: serial }),
  /** Snow lies on all modules behind the gateway. */
  z.strictObject({ name: z.literal('snow'), ...span, gateway: serial }),
  /** Something stands before one module: it receives this share of the light. */
  z.strictObject({
    name: z.literal('shaded-optimizer'),
    ...span,
    optimizer: serial,
    light: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0.35),
  }),
  /** The gateway loses its network without a goodbye, keeps reading, and back-fills afterwards. */
  z.strictObject({ name: z.literal('gateway-link-lost'), ...span, gateway: serial }),
  /** The gateway's clock is wrong by this much; every stamp it makes is. */
  z.strictObject({ name: z.literal('gateway-clock-skew'), ...span, gateway: serial, skewMs: z.int() }),
  /** The inverter trips on an insulation fault: no power, SunSpec state 7, alarm 2062. */
  z.strictObject({ name: z.literal('inverter-trip'), ...span, inverter: serial }),
  /** Its fan has failed: hot, throttled to this share of rated power, alarm 2110. */
  z.strictObject({
    name: z.literal('over-temperature'),
    ...span,
    inverter: serial,
    limit: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0.4),
  }),
  /** The mains behind this gateway are gone: no voltage, no power, alarm 2032 of every inverter. */
  z.strictObject({ name: z.literal('grid-lost'), ...span, gateway: serial }),
  /** The mains stand at this share of their nominal voltage: every inverter parts from them, alarm 2034. */
  z.strictObject({
    name: z.literal('grid-overvoltage'),
    ...span,
    gateway: serial,
    share: z._default(z.number().check(z.minimum(1.1), z.maximum(1.35)), 1.18),
  }),
  /** The lifetime counter starts again at 0 (a replaced board). */
  z.strictObject({ name: z.literal('counter-reset'), ...span, inverter: serial }),
  /** The counter reads 0 ("not accumulated") while this lasts, then is right again. */
  z.strictObject({ name: z.literal('counter-dip'), ...span, inverter: serial }),
  /** The counter stands just below its range (2^bits Wh) and rolls over at `from`. */
  z.strictObject({
    name: z.literal('counter-rollover'),
    ...span,
    inverter: serial,
    bits: z._default(z.union([z.literal(16), z.literal(32)]), 32),
  }),
  /** One optimizer no longer answers the gateway; it still works. */
  z.strictObject({ name: z.literal('optimizer-silent'), ...span, optimizer: serial }),
  /** A device of any kind that answers nothing any more. */
  z.strictObject({ name: z.literal('device-silent'), ...span, device: serial }),
  /** Its gateway says that it obeys; its readings say that it does not. */
  z.strictObject({ name: z.literal('device-lies'), ...span, device: serial }),
  /** The gateway carries out what it is told, and answers this much later, or twice, or never. */
  z.strictObject({
    name: z.literal('gateway-answers-late'),
    ...span,
    gateway: serial,
    lateMs: z.int().check(z.positive()),
  }),
  z.strictObject({ name: z.literal('gateway-answers-twice'), ...span, gateway: serial }),
  z.strictObject({ name: z.literal('gateway-answers-never'), ...span, gateway: serial }),
  /** A device cannot be written with new firmware. */
  z.strictObject({
    name: z.literal('upgrade-fails'),
    ...span,
    gateway: serial,
    device: serial,
    code: z._default(z.string().check(z.regex(/^[a-z_]{1,64}$/)), 'write_failed'),
  }),
  /** The gateway says that firmware is installed, and it is not. */
  z.strictObject({ name: z.literal('upgrade-lies'), ...span, gateway: serial }),
  /** The gateway hears no offer of firmware. */
  z.strictObject({ name: z.literal('upgrade-deaf'), ...span, gateway: serial }),
  /** The gateway reports a device that belongs to somebody else. */
  z.strictObject({ name: z.literal('liar-serial'), ...span, gateway: serial, serial }),
])
export const faultList = z.array(fault)

export type Fault = z.output<typeof fault>
export type FaultName = Fault['name']
type FaultOf<N extends FaultName> = Extract<Fault, { name: N }>

export const faultNames = [
  'string-fuse',
  'weak-inverter',
  'soiling',
  'shading',
  'derating',
  'frozen-power',
  'snow',
  'shaded-optimizer',
  'gateway-link-lost',
  'gateway-clock-skew',
  'inverter-trip',
  'over-temperature',
  'grid-lost',
  'grid-overvoltage',
  'counter-reset',
  'counter-dip',
  'counter-rollover',
  'optimizer-silent',
  'device-silent',
  'device-lies',
  'gateway-answers-late',
  'gateway-answers-twice',
  'gateway-answers-never',
  'upgrade-fails',
  'upgrade-lies',
  'upgrade-deaf',
  'liar-serial',
] as const satisfies readonly FaultName[]

/** The faults of a JSON text; throws with the path of what is wrong. */
export function parseFaults(json: string): Fault[] {
  const parsed = z.safeParse(faultList, JSON.parse(json))
  if (parsed.success) return parsed.data
  throw new Error(`faults: ${explainIssues(parsed.error.issues)}`)
}

export function isActive(one: { from: number; to?: number | undefined }, ts: number): boolean {
  return ts >= one.from && (one.to === undefined || ts < one.to)
}

/** Faults of one name that are on at `ts`. */
export function activeFaults<N extends FaultName>(
  faults: readonly Fault[],
  name: N,
  ts: number,
): FaultOf<N>[] {
  return faults.filter((one): one is FaultOf<N> => one.name === name && isActive(one, ts))
}
