import { serialKey } from '../devices/fields.ts'

/** The brakes of control. No source for the figures: chosen. They belong to the installation: nobody who is signed in can loosen them. */
export type ControlLimits = {
  /** Devices of one call. */
  perCall: number
  /** Devices of one person in an hour. */
  perHour: number
  /** From more devices or more rated W than this on a second person decides. */
  secondDevices: number
  secondW: number
}
export const controlLimits: ControlLimits = {
  perCall: 200,
  perHour: 400,
  secondDevices: 100,
  secondW: 250_000,
}
export const HOUR_MS = 3_600_000

/** A second person has this long, ms: what was asked for belongs to the situation it was asked in. */
export const APPROVAL_MS = 15 * 60_000

export const needsSecond = (devices: number, ratedW: number, limits: ControlLimits): boolean =>
  devices > limits.secondDevices || ratedW > limits.secondW

/** Characters of a serial that are typed to confirm. */
export const TAIL = 4
/** More of a serial may be typed than that. */
export const TAIL_TYPED_MAX = 64
/** A question to whoever works there, and why an act is refused. */
export const QUESTION_MAX = 200
export const tailOf = (sn: string): string => serialKey(sn).slice(-TAIL)
/** Whether what was typed is the end of this serial; spaces, dashes and case make no difference. */
export const isTail = (typed: string, sn: string): boolean =>
  serialKey(typed).length >= Math.min(TAIL, serialKey(sn).length) && serialKey(sn).endsWith(serialKey(typed))
/** Ids that one call may name. How many devices it may reach is smaller, and the installation's to say. */
export const NAMED_AT_ONCE = 2_000
/** Who works where devices are to be controlled, as far as one answer names them; it says how many they are. */
export const WORK_SHOWN = 100
/** Limits that have ended, and questions of the last day, of one answer: the newest. */
export const LIMITS_ENDED_SHOWN = 50
export const QUESTIONS_SHOWN = 50
