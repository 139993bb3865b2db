import type { DeviceKind } from '../devices/kinds.ts'

/** A device as far as it decides how much power an act reaches. W; null = unknown. */
export type Reached = { id: string; kind: DeviceKind; parentId: string | null }
export type InverterFacts = {
  id: string
  ratedW: number | null
  powerW: number | null
  /** How many optimizers and shutdown devices hang on it. */
  optimizers: number
  shutdowns: number
}

export type Reach = {
  /** Rated power of what is reached, W: what the brakes go by. */
  ratedW: number
  /** What it produces now, W; null = of at least one inverter unknown. */
  powerW: number | null
}

/**
 * How much power an act reaches. An inverter counts whole; optimizers and shutdown devices count with their share of
 * their inverter, all modules being taken as equal. Where a rating is unknown `fallbackW` stands for it: an inverter
 * that nobody has described is no small one.
 */
export const reachOf = (
  targets: readonly Reached[],
  inverters: readonly InverterFacts[],
  fallbackW: number,
): Reach => {
  const whole = new Set(targets.filter(({ kind }) => kind === 'inverter').map(({ id }) => id))
  const shareOf = (one: InverterFacts): number => {
    if (whole.has(one.id)) return 1
    const mine = targets.filter(({ parentId }) => parentId === one.id)
    const share = (kind: DeviceKind, all: number): number =>
      all === 0 ? 0 : Math.min(1, mine.filter((part) => part.kind === kind).length / all)
    return Math.max(share('optimizer', one.optimizers), share('shutdown', one.shutdowns))
  }
  const reached = inverters.map((one) => ({ ...one, share: shareOf(one) })).filter(({ share }) => share > 0)
  const unknown = reached.some(({ powerW }) => powerW === null)
  return {
    ratedW: Math.round(reached.reduce((sum, { ratedW, share }) => sum + (ratedW ?? fallbackW) * share, 0)),
    powerW: unknown
      ? null
      : Math.round(reached.reduce((sum, { powerW, share }) => sum + (powerW ?? 0) * share, 0)),
  }
}
