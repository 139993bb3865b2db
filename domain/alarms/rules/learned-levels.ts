import { hasFlag } from '../../telemetry/quality-flags.ts'
import type { Learned, RuleMemory } from './rule-memory.ts'
import { meanOf, ofKind, recent, type RuleDevice, type StationWindow, windowMs } from './station-window.ts'

/**
 * On which voltage each phase of an inverter usually stands. Where a country has systems close to each other (208, 240
 * and 277 V), only the level of days tells a high one from the next.
 */
const KEY = 'volts'
/** Half-hours from which a level is trusted. No source: three hours, chosen. */
const TRUSTED = 6
/** Half-hours that the level is a mean of, about: a week. No source: chosen. */
const WEEK = 336
/** An inverter that is off the grid shows nothing worth judging, V. No source: half of the lowest nominal voltage. */
export const ON_GRID_V = 50
const PHASES = [0, 1, 2] as const

/** Means of the phases over some time, V; null = not measured, or off the grid. */
export const phaseMeans = (device: RuleDevice, { at }: StationWindow, ms: number): (number | null)[] => {
  const readings = recent(device, at, ms).filter(({ flags }) => !hasFlag(flags, 'voltage'))
  return PHASES.map((phase) => {
    const volts = meanOf(readings.map(({ u }) => u?.[phase]))
    return volts === null || volts <= ON_GRID_V ? null : volts
  })
}

/** The usual level of a phase, V; null = not seen often enough. */
export const usualLevel = (memory: RuleMemory, device: RuleDevice, phase: number): number | null => {
  const known = memory.get(device.id)?.[KEY]
  const [level, seen] = [known?.[2 * phase], known?.[2 * phase + 1]]
  return level === undefined || seen === undefined || seen < TRUSTED ? null : level
}

/** What of the levels has changed; `suspected`: what is out of its limits teaches nothing. */
export const learnLevels = (
  window: StationWindow,
  memory: RuleMemory,
  suspected: (device: RuleDevice) => boolean,
): Map<string, Learned> =>
  new Map(
    ofKind(window, 'inverter').flatMap((inverter) => {
      const now = phaseMeans(inverter, window, windowMs(window.reportMin))
      if (now.every((volts) => volts === null) || suspected(inverter)) return []
      const known = memory.get(inverter.id)
      const levels = now.flatMap((volts, phase) => {
        const [level = 0, seen = 0] = known?.[KEY]?.slice(2 * phase, 2 * phase + 2) ?? []
        if (volts === null) return [level, seen]
        const weight = 1 / Math.min(WEEK, seen + 1)
        return [Math.round((level + weight * (volts - level)) * 10) / 10, Math.min(WEEK, seen + 1)]
      })
      if (levels.every((value, index) => value === known?.[KEY]?.[index])) return []
      return [[inverter.id, { ...known, [KEY]: levels }] as const]
    }),
  )
