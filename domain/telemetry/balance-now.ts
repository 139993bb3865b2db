import { used } from './balance.ts'

/** A power that is measured now, W; null = it is silent, or what it says cannot be. `at`: of its reading. */
export type PowerNow = { powerW: number | null; at: number | null }

/** Why nobody can say what is used now. */
export const houseDoubts = ['no_meter', 'several_meters', 'silent', 'apart', 'contradiction'] as const
export type HouseDoubt = (typeof houseDoubts)[number]

export type Around = {
  /** Of all inverters together, each known; null = the station has none. */
  pv: readonly PowerNow[] | null
  /** Positive = drawn from the grid. `several` = more than one meter may stand there. */
  grid: PowerNow | 'several' | null
  /** Positive = discharging. */
  batteries: readonly PowerNow[]
  /** Readings that are further apart are not of one moment. */
  withinMs: number
}

/** What of several powers flows one way, W. */
const sum = (powers: readonly PowerNow[], sign: 1 | -1): number =>
  powers.reduce((total, { powerW }) => total + Math.max(0, sign * (powerW ?? 0)), 0)

/**
 * What is used now, W, from powers of one moment. Where a cloud passes between two readings the sum is off by what the
 * sun made of it: what lies below 0 by more than measuring explains is no power but a contradiction, and unknown.
 */
export const houseNow = ({
  pv,
  grid,
  batteries,
  withinMs,
}: Around): { houseW: number; doubt: null } | { houseW: null; doubt: HouseDoubt } => {
  const unknown = (doubt: HouseDoubt) => ({ houseW: null, doubt })
  if (grid === null) return unknown('no_meter')
  if (grid === 'several') return unknown('several_meters')
  const all = [...(pv ?? []), grid, ...batteries]
  const times = all.flatMap(({ powerW, at }) => (powerW === null || at === null ? [] : [at]))
  if (times.length < all.length) return unknown('silent')
  if (Math.max(...times) - Math.min(...times) > withinMs) return unknown('apart')
  const houseW = used({
    pv: sum(pv ?? [], 1),
    imported: sum([grid], 1),
    exported: sum([grid], -1),
    discharged: sum(batteries, 1),
    charged: sum(batteries, -1),
  })
  return houseW === null ? unknown('contradiction') : { houseW, doubt: null }
}
