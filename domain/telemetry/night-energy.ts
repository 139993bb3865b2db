/** What stands in for powers while they rest for want of light. No schema here: screens use it too. */

/** The local day whose light has gone: by night until midnight the present one, then the one before. */
export const nightDays = ['today', 'yesterday'] as const
export type NightDay = (typeof nightDays)[number]
/** What was made on that day, Wh. */
export type NightEnergy = { day: NightDay; wh: number }

/** `powerW`: W now, null = not known. `night`: null by day, or where the energy of the day is not known. */
type Resting = { powerW: number | null; night: NightEnergy | null }

/**
 * The day whose energies are shown in place of powers, of things that stand beside each other: by night, while none of
 * them gives any power and one is known to have made something on that day. null = what is given now says more.
 */
export const restOf = (all: readonly Resting[]): NightDay | null =>
  all.some(({ powerW }) => powerW !== null && powerW > 0)
    ? null
    : (all.find(({ night }) => night !== null && night.wh > 0)?.night?.day ?? null)

/** What one of them shows: W, or by night the energy of the day, Wh; null = not known. */
export const shownOf = ({ powerW, night }: Resting, rest: NightDay | null): number | null =>
  rest === null ? powerW : night?.day === rest ? night.wh : null

/** The energy of the day as `restOf` takes it. */
export const nightEnergy = (day: NightDay | null, wh: number | null): NightEnergy | null =>
  day === null || wh === null ? null : { day, wh }
