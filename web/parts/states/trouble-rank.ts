import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { DeviceState } from '#domain/devices/fields.ts'

type Seen = { kind: DeviceKind; online: boolean; state: DeviceState | null; lastAt: number | null }

/** How much a device wants to be looked at: 0 it says it has shut down, 1 silent, 2 never heard, 3 well. */
const troubleRank = ({ kind, online, state, lastAt }: Seen): number => {
  if (kind !== 'gateway' && online && state === 'shutdown') return 0
  if (!online && lastAt !== null) return 1
  return online ? 3 : 2
}

/** The dead ones first; those that are alike stay in their order. */
export const troubledFirst = <T extends Seen>(devices: readonly T[]): T[] =>
  [...devices].sort((a, b) => troubleRank(a) - troubleRank(b))

/** Heard, and at work: what sleeps without light is well. */
export const isWorking = (device: Seen): boolean => troubleRank(device) === 3
