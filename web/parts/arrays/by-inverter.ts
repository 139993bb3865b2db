import type { DeviceRow, StringRow } from './site.ts'

export type MpptGroup = { mpptNo: number | null; strings: readonly StringRow[] }
/** `inverter` null: strings whose inverter is not among the devices. */
export type InverterStrings = { inverter: DeviceRow | null; mppts: readonly MpptGroup[] }

const mpptsOf = (strings: readonly StringRow[]): MpptGroup[] => {
  const groups = new Map<number | null, StringRow[]>()
  for (const one of [...strings].sort((a, b) => a.no - b.no))
    groups.set(one.mpptNo, [...(groups.get(one.mpptNo) ?? []), one])
  return [...groups]
    .map(([mpptNo, found]) => ({ mpptNo, strings: found }))
    .sort((a, b) => (a.mpptNo ?? Infinity) - (b.mpptNo ?? Infinity))
}

/** Strings by inverter and MPPT. Inverters without a string are there too; each string stands in exactly one group. */
export const stringsByInverter = (
  strings: readonly StringRow[],
  inverters: readonly DeviceRow[],
): InverterStrings[] => {
  const known = new Set(inverters.map(({ id }) => id))
  const lost = strings.filter(({ inverterId }) => !known.has(inverterId))
  return [
    ...inverters.map((inverter) => ({
      inverter,
      mppts: mpptsOf(strings.filter(({ inverterId }) => inverterId === inverter.id)),
    })),
    ...(lost.length > 0 ? [{ inverter: null, mppts: mpptsOf(lost) }] : []),
  ]
}

/** The power of those of which it is known, W; null when it is of none. */
export const knownPower = (
  members: readonly Pick<DeviceRow, 'powerW' | 'online' | 'kind'>[],
): { powerW: number | null; known: number; all: number } => {
  const measuring = members.filter(({ kind }) => kind === 'optimizer')
  const powers = measuring.flatMap(({ powerW, online }) => (online && powerW !== null ? [powerW] : []))
  return {
    powerW: powers.length > 0 ? powers.reduce((sum, one) => sum + one, 0) : null,
    known: powers.length,
    all: measuring.length,
  }
}
