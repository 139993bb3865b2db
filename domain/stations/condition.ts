import type { StationCondition } from './station-kinds.ts'
import { stationConditions } from './station-kinds.ts'

/** How many of a station's devices are in which state now; stale readings count as `disconnected`. */
export type StationFacts = {
  /** Gateways that can be heard. */
  gatewaysOnline: number
  /** Anything was ever heard: a gateway's birth or a device's reading. */
  heard: boolean
  /** Devices of any kind that report `shutdown` now, and nobody wanted it. */
  shutdown: number
  /** Those that somebody switched off: no fault, whatever they report. */
  switchedOff: number
  inverters: {
    producing: number
    curtailed: number
    standby: number
    disconnected: number
  }
}

/**
 * One word for a station: the worst that is true of it. A station is `offline` when none of it can be heard; one
 * silent gateway or inverter among others that report leaves the word to those and shows in `attention` instead.
 */
export const stationCondition = (facts: StationFacts): StationCondition => {
  const { inverters } = facts
  const reporting = inverters.producing + inverters.curtailed + inverters.standby
  const silent = reporting === 0 && facts.switchedOff === 0
  if (!facts.heard) return 'unknown'
  if (facts.shutdown > 0) return 'fault'
  if (facts.gatewaysOnline === 0 || (silent && inverters.disconnected > 0)) return 'offline'
  if (inverters.curtailed > 0) return 'curtailed'
  if (facts.switchedOff > 0) return 'switched_off'
  return inverters.producing > 0 ? 'producing' : 'standby'
}

/** 0 is the worst. */
export const conditionRank = (condition: StationCondition): number => stationConditions.indexOf(condition)
