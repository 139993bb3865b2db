import { givesPower, sleepsWithoutLight, type DeviceKind } from '../devices/kinds.ts'
import type { DeviceState } from '../devices/fields.ts'
import { deviceStates } from '../devices/fields.ts'
import { rawNumber } from './raw-words.ts'
import { silenceLimitMs } from './silence.ts'

/** What a state word or code of a device means, and whether a device is online. All facts are given; no clock here. */

/** Stored as its place in this list: never reorder. */
export const stateIndex = (state: DeviceState | null): number | null =>
  state === null ? null : deviceStates.indexOf(state)
/** null for an index of no state. */
export const stateAt = (index: number | null): DeviceState | null =>
  index === null ? null : (deviceStates[index] ?? null)

const producing = (kind: DeviceKind): DeviceState => (kind === 'inverter' ? 'grid_connected' : 'normal')

/**
 * SunSpec's operating states in their order: `St` of the inverter models 101 to 113 counts them from 1, `InvSt` of
 * model 701 from 0.
 */
export const sunSpecStates = [
  'off',
  'sleeping',
  'starting',
  'mppt',
  'throttled',
  'shutting_down',
  'fault',
  'standby',
] as const
export type SunSpecState = (typeof sunSpecStates)[number]

/** The operating state of a raw code; null for a code that SunSpec does not know (vendor codes, "not implemented"). */
export const sunSpecState = (code: number, countsFrom: 0 | 1): SunSpecState | null =>
  Number.isInteger(code) ? (sunSpecStates[code - countsFrom] ?? null) : null

const meanings = {
  off: 'shutdown',
  sleeping: 'standby',
  starting: 'standby',
  mppt: 'producing',
  throttled: 'curtailed',
  shutting_down: 'shutdown',
  fault: 'shutdown',
  standby: 'standby',
} as const satisfies Record<SunSpecState, DeviceState | 'producing'>

export const stateOfSunSpec = (state: SunSpecState, kind: DeviceKind): DeviceState => {
  const meaning = meanings[state]
  return meaning === 'producing' ? producing(kind) : meaning
}

/** A fault is a shutdown that also raises an alarm. */
export const raisesAlarm = (state: SunSpecState): boolean => state === 'fault'

const words = ['standby', 'grid', 'normal', 'curtailed', 'shutdown'] as const

/**
 * The state of a reading: the gateway's word where it gave one, otherwise what the raw SunSpec code says (`St` before
 * `InvSt`), otherwise null. `grid` and `normal` are one word in two mouths: which it is depends on the kind of device.
 */
export const stateOf = (
  word: (typeof words)[number] | null,
  raw: Readonly<Record<string, unknown>> | null,
  kind: DeviceKind,
): DeviceState | null => {
  if (word === 'grid' || word === 'normal') return producing(kind)
  if (word !== null) return word
  const [st, invSt] = [rawNumber(raw, 'St'), rawNumber(raw, 'InvSt')]
  const code = st !== null ? sunSpecState(st, 1) : invSt !== null ? sunSpecState(invSt, 0) : null
  return code === null ? null : stateOfSunSpec(code, kind)
}

/** What is measured of an inverter that stands by may be as much, share of its rated power and W. No source: chosen. */
const RUNS_SHARE = 0.002
export const RUNS_W = 5

/** More power than this is production, W. */
export const runsFromW = (ratedW: number | null): number => Math.max(RUNS_W, RUNS_SHARE * (ratedW ?? 0))

/** Share of its rated power up to which a device gives next to nothing. No source: chosen above what wakes one. */
export const FAINT_SHARE = 0.05

/** Up to this power a device may be about to go to sleep, W. */
export const faintUpToW = (ratedW: number | null): number => Math.max(RUNS_W, FAINT_SHARE * (ratedW ?? 0))

/**
 * So long before the light goes the weakest modules of a roof may already be without enough of it: shaded ones, those
 * that face away. No source: chosen; the sun then is 10 to 15° up.
 */
export const DUSK_MS = 3_600_000

/** The state of a reading that says none: it follows from its power; null when that is not known either. */
export const stateOfPower = (
  powerW: number | null,
  { kind, ratedW }: { kind: DeviceKind; ratedW: number | null },
): DeviceState | null => {
  if (powerW === null || !givesPower(kind)) return null
  return powerW > runsFromW(ratedW) ? producing(kind) : 'standby'
}

export { NEVER_HEARD_MS, SILENT_INTERVALS, silenceLimitMs } from './silence.ts'

/** A stretch without useful light at the station; `until` null = it lasts. */
export type DarkPeriod = { since: number; until: number | null }

export type DeviceFactsNow = {
  kind: DeviceKind
  now: number
  /** The station's reporting time, minutes. */
  reportMin: number
  /** When the device was last heard, live; null = never. */
  heardAt: number | null
  /** State of the newest live reading; null = the device did not say. */
  reported: DeviceState | null
  /** Of a gateway: its connection ended (last will) after it was last heard. */
  gone?: boolean
  /** Of a sub-device: whether its gateway is online; a sub-device behind a gateway that is offline is so too, when silent. */
  gatewayOnline?: boolean
  /** The newest live reading gave next to nothing: at most `faintUpToW`. */
  faint?: boolean
  /** The latest dark period at the station that begins before `now + DUSK_MS`; null = none, or the position is unknown. */
  dark?: DarkPeriod | null
}

export type DeviceCondition = {
  online: boolean
  /** null = never heard, or heard without saying a state. */
  state: DeviceState | null
}

/**
 * Offline = nothing heard for three reporting intervals, or the gateway's last will came. A sub-device that fell
 * silent with the sun is on standby for the night and for three intervals of the morning, as long as its gateway
 * reports; so is one whose last word at dusk was that it gives next to nothing. One that was silent before stays offline.
 */
export const deviceCondition = (facts: DeviceFactsNow): DeviceCondition => {
  const { kind, now, heardAt, reported, dark } = facts
  if (heardAt === null) return { online: false, state: null }
  const limitMs = silenceLimitMs(facts.reportMin)
  if (facts.gone === true) return { online: false, state: 'disconnected' }
  if (now - heardAt < limitMs) return { online: true, state: reported }
  const sleeps =
    sleepsWithoutLight(kind) &&
    facts.gatewayOnline === true &&
    dark !== null &&
    dark !== undefined &&
    heardAt > dark.since - limitMs - (facts.faint === true ? DUSK_MS : 0) &&
    (dark.until === null || (heardAt <= dark.until && now - dark.until < limitMs))
  return sleeps ? { online: true, state: 'standby' } : { online: false, state: 'disconnected' }
}
