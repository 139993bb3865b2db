import { recent, type RuleReading, type StationWindow } from '../../analyses/station-window.ts'
import type { Verdict } from '../../analyses/verdict.ts'
import type { Rule } from './rule.ts'

const MINUTE = 60_000
/** Looks back over one averaging time at most. No source: chosen. */
const LOOKS = 12

/** Of readings, oldest first, the instant of the first of the bad ones they end with; null = they end with none. */
export const beganIn = (
  readings: readonly RuleReading[],
  isBad: (reading: RuleReading) => boolean,
): number | null => readings[readings.findLastIndex((reading) => !isBad(reading)) + 1]?.ts ?? null

/** The window as it stood at an instant, by single readings: a mean of one is that one. */
const instantOf = (window: StationWindow, at: number, ms: number): StationWindow => ({
  ...window,
  at,
  devices: window.devices.map((device) => ({
    ...device,
    readings: recent({ ...device, readings: device.readings.filter(({ ts }) => ts <= at) }, at, ms).slice(-1),
  })),
})

const isOf =
  ({ code, deviceId, instance }: Verdict) =>
  (other: Verdict): boolean =>
    other.code === code && other.deviceId === deviceId && other.instance === instance

/**
 * When what a rule finds by means began: a mean is out of its limits later than what it is a mean of. Single readings
 * are judged by the same rule, back from now as long as each of them is bad. An instant is judged once for all subjects.
 */
export const lookBack = (
  rule: Rule,
  window: StationWindow,
  judge: (window: StationWindow) => Verdict[],
): ((verdict: Verdict) => number) => {
  const spanMs = rule.meanMs?.(window.reportMin) ?? 0
  const stepMs = Math.max(window.reportMin * MINUTE, spanMs / LOOKS)
  const judged = new Map<number, Verdict[]>()
  const verdictsAt = (at: number): Verdict[] => {
    const found = judged.get(at) ?? judge(instantOf(window, at, 1.5 * stepMs))
    judged.set(at, found)
    return found
  }
  return (verdict) => {
    let began = verdict.beganAt ?? verdict.asOf
    for (let at = window.at; at > window.at - spanMs; at -= stepMs) {
      const then = verdictsAt(at).find(isOf(verdict))
      // A report that is missing says neither.
      if (then === undefined) continue
      if (then.says !== 'bad') break
      began = Math.min(began, then.asOf)
    }
    return began
  }
}
