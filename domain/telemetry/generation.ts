import { flowsBothWays, type DeviceKind } from '../devices/kinds.ts'
import { hasFlag, qualityFlags } from './quality-flags.ts'

/**
 * What of a reading is generation, and nothing else decides it (the same in SQL: `generation-sql.ts`). A hybrid says
 * what its modules give: that is it. Its AC side is a flow, which a battery feeds at night and the grid may turn round.
 * Every other device says it with its power.
 */

/** W and Wh of one reading, as they came; null = not measured. */
export type SaidPower = { acW: number | null; pvW: number | null; pvWh: number | null }

/** A hybrid's reading: it says something of its modules. A counter at 0 is a register that nothing stands behind. */
export const isHybrid = ({ pvW, pvWh }: Omit<SaidPower, 'acW'>): boolean =>
  pvW !== null || (pvWh !== null && pvWh > 0)

/** The power that is generation as it was said, W: at night a few watts below 0; null = not said. */
export const saidGenerationW = (said: SaidPower): number | null => (isHybrid(said) ? said.pvW : said.acW)

/** The flags of a reading with `power` saying whether its generation is in doubt. */
export const generationFlags = (said: SaidPower, flags: number): number =>
  !isHybrid(said)
    ? flags
    : hasFlag(flags, 'pvPower')
      ? flags | qualityFlags.power
      : flags & ~qualityFlags.power

/** Power that counts as generation, W: never negative (a few watts drawn at night are none); null = unknown. */
export const generationW = (said: SaidPower, flags: number): number | null => {
  const saidW = saidGenerationW(said)
  return saidW === null || hasFlag(generationFlags(said, flags), 'power') ? null : Math.max(0, saidW)
}

/** What a device gives, or what flows through it in its own sense (meter, battery), W; null = unknown. */
export const shownPowerNowW = (kind: DeviceKind, said: SaidPower, flags: number): number | null =>
  !flowsBothWays(kind) ? generationW(said, flags) : hasFlag(flags, 'power') ? null : said.acW
