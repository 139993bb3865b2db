import { barsOfCsq } from '#domain/devices/signal.ts'
import { CLOCK_AHEAD_MS } from '#domain/telemetry/reading-time.ts'
import type { DeviceRow } from '../inverter/string-groups.ts'

/** By bars. */
const signalWords = ['none', 'weak', 'fair', 'good', 'strong'] as const
export type SignalWord = (typeof signalWords)[number]

/** A modem's signal quality in words, dBm and bars. */
export const signalOf = (csq: number): { word: SignalWord; dbm: number; bars: 0 | 1 | 2 | 3 | 4 } => {
  const bars = barsOfCsq(csq)
  return { word: signalWords[bars], dbm: -113 + 2 * csq, bars }
}

const mobile = /^[2-5]g$/i
/** A network that a gateway names and that is no mobile one. */
export const isWired = (netMode: string): boolean => netMode !== '' && !mobile.test(netMode)

/** Half a minute is the noise of the way; from ten minutes on the times of readings are not believed. */
const clockNoiseMs = 30_000
export const clockWord = (offsetMs: number): 'right' | 'off' | 'wrong' => {
  const off = Math.abs(offsetMs)
  return off > CLOCK_AHEAD_MS ? 'wrong' : off > clockNoiseMs ? 'off' : 'right'
}

/** A length of time in its coarsest fitting unit. */
export const spanOf = (ms: number): { unit: 'seconds' | 'minutes' | 'hours' | 'days'; n: number } => {
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < 120) return { unit: 'seconds', n: seconds }
  if (seconds < 7200) return { unit: 'minutes', n: Math.round(seconds / 60) }
  if (seconds < 172_800) return { unit: 'hours', n: Math.round(seconds / 3600) }
  return { unit: 'days', n: Math.round(seconds / 86_400) }
}

export type ChildrenOfInverter = {
  /** null = parts that no inverter is known for. */
  inverter: DeviceRow | null
  optimizers: { online: number; all: number }
  shutdowns: { online: number; all: number }
}

export const countOf = (
  devices: readonly DeviceRow[],
  kind: DeviceRow['kind'],
): { online: number; all: number } => {
  const found = devices.filter((one) => one.kind === kind)
  return { online: found.filter(({ online }) => online).length, all: found.length }
}

/** What a gateway speaks for: its inverters with the counts of their parts, and parts without one at the end. */
export const childrenByInverter = (children: readonly DeviceRow[]): ChildrenOfInverter[] => {
  const inverters = children.filter(({ kind }) => kind === 'inverter')
  const known = new Set(inverters.map(({ id }) => id))
  const group = (inverter: DeviceRow | null): ChildrenOfInverter => {
    const parts = children.filter(({ kind, parentId }) =>
      inverter
        ? parentId === inverter.id
        : kind !== 'inverter' && (parentId === null || !known.has(parentId)),
    )
    return {
      inverter,
      optimizers: countOf(parts, 'optimizer'),
      shutdowns: countOf(parts, 'shutdown'),
    }
  }
  const loose = group(null)
  return [...inverters.map(group), ...(loose.optimizers.all + loose.shutdowns.all > 0 ? [loose] : [])]
}
