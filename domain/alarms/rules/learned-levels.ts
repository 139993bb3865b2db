import { hasFlag } from '../../telemetry/quality-flags.ts'
import * as z from 'zod/mini'
import type { Suspicion } from '../../analyses/analysis.ts'
import { type Memory, memoryKind } from '../../analyses/memory.ts'
import {
  meanOf,
  ofKind,
  recent,
  type RuleDevice,
  type StationWindow,
  windowMs,
} from '../../analyses/station-window.ts'

/**
 * On which voltage each phase of an inverter usually stands. Where a country has systems close to each other (208, 240
 * and 277 V), only the level of days tells a high one from the next.
 */
const level = z.strictObject({ volts: z.number(), seen: z.number() })
export const levels = memoryKind('grid_levels', z.strictObject({ phases: z.array(level) }))
type Level = z.output<typeof level>
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
export const usualLevel = (memory: Memory, device: RuleDevice, phase: number): number | null => {
  const known = levels.of(memory, device.id)?.phases[phase]
  return known === undefined || known.seen < TRUSTED ? null : known.volts
}

const gridCodes = ['RULE-GRID-OVERVOLTAGE', 'RULE-GRID-UNDERVOLTAGE']
const isSuspected = ({ id, gatewayId }: RuleDevice, suspected: Suspicion): boolean =>
  gridCodes.some((code) => suspected(id, code, '1') || suspected(gatewayId ?? '', code, '1'))

const unseen: Level = { volts: 0, seen: 0 }

/** What of the levels has changed; what is out of its limits teaches nothing. */
export const learnLevels = (
  window: StationWindow,
  memory: Memory,
  suspected: Suspicion,
): Map<string, { phases: Level[] }> =>
  new Map(
    ofKind(window, 'inverter').flatMap((inverter) => {
      const now = phaseMeans(inverter, window, windowMs(window.reportMin))
      if (now.every((volts) => volts === null) || isSuspected(inverter, suspected)) return []
      const known = levels.of(memory, inverter.id)?.phases
      const phases = now.map((volts, phase): Level => {
        const before = known?.[phase] ?? unseen
        if (volts === null) return before
        const weight = 1 / Math.min(WEEK, before.seen + 1)
        return {
          volts: Math.round((before.volts + weight * (volts - before.volts)) * 10) / 10,
          seen: Math.min(WEEK, before.seen + 1),
        }
      })
      const same = phases.every(
        ({ volts, seen }, phase) => volts === known?.[phase]?.volts && seen === known[phase].seen,
      )
      return same ? [] : [[inverter.id, { phases }]]
    }),
  )
