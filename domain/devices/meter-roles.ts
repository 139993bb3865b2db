/** What a meter measures: what passes the connection to the grid, what a part uses, what a part makes. */
export const meterRoles = ['grid', 'consumption', 'production'] as const
export type MeterRole = (typeof meterRoles)[number]

/** `role`: what a person has chosen, null = nobody has. `below`: it hangs below another meter. */
export type PlacedMeter = { role: MeterRole | null; below: boolean }

/**
 * The meter that stands at the connection to the grid: the one that was chosen, or else the only one that nobody has
 * said anything of and that hangs below no other. null = none does; `several` = more than one may, so that nothing is
 * known of what passes there.
 */
export const gridMeter = <Meter extends PlacedMeter>(meters: readonly Meter[]): Meter | 'several' | null => {
  const chosen = meters.filter(({ role }) => role === 'grid')
  const claim = chosen.length > 0 ? chosen : meters.filter(({ role, below }) => role === null && !below)
  const [first, second] = claim
  return second === undefined ? (first ?? null) : 'several'
}
