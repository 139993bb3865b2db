/**
 * What a house uses follows from what is measured around it. All flows are of one time: powers in W, or energies in Wh.
 * null = unknown; what a station does not have (a battery) is 0. What the conversion in inverters and batteries loses
 * is used like everything else that does not come out again.
 */
export const balanceParts = ['pv', 'imported', 'exported', 'charged', 'discharged'] as const
export type BalancePart = (typeof balanceParts)[number]
export type Flows = Record<BalancePart, number | null>

/**
 * What measures apart from each other disagrees by so much, share of what flows. No source: chosen; meters of class 2
 * may be off by 2 % (IEC 62053-21), and an inverter's own measuring is no better.
 */
const DISAGREE = 0.03

const known = <Part extends BalancePart>(flows: Flows, parts: readonly Part[]): Record<Part, number> | null =>
  parts.every((part) => flows[part] !== null) ? (flows as Record<Part, number>) : null

/** What can only be 0 or more: a little less is 0, more than measuring explains is a contradiction and unknown. */
const notBelow0 = (value: number, of: number): number | null =>
  value >= 0 ? value : value >= -DISAGREE * of ? 0 : null

/**
 * What was used, as it was computed: below 0 where readings contradict each other. This is what sums are made of, as
 * what one day has too much of another has too little; null = a part is unknown.
 */
export const usedExactly = (flows: Flows): number | null => {
  const all = known(flows, balanceParts)
  return all && all.pv + all.imported - all.exported + all.discharged - all.charged
}

/** What was used, as it is shown; null = unknown, or a contradiction. */
export const used = (flows: Flows): number | null => {
  const exact = usedExactly(flows)
  const { pv, imported, discharged, exported, charged } = flows
  const most = Math.max((pv ?? 0) + (imported ?? 0) + (discharged ?? 0), (exported ?? 0) + (charged ?? 0))
  return exact === null ? null : notBelow0(exact, most)
}

/** What of its own power was not fed into the grid; null = unknown, or more was fed in than was made. */
export const ownUse = (flows: Flows): number | null => {
  const both = known(flows, ['pv', 'exported'])
  return both && notBelow0(both.pv - both.exported, Math.max(both.pv, both.exported))
}

/** The share of its own power that was not fed in, 0 to 1; null = unknown, or nothing was made. */
export const selfConsumption = (flows: Flows): number | null => {
  const own = ownUse(flows)
  return own === null || flows.pv === null || flows.pv <= 0 ? null : own / flows.pv
}

/**
 * The share of what was used that did not come from the grid, 0 to 1; null = unknown, nothing was used, or more came
 * from the grid than was used (a battery took it).
 */
export const selfSufficiency = (flows: Flows): number | null => {
  const house = used(flows)
  if (house === null || house === 0 || flows.imported === null) return null
  const own = notBelow0(house - flows.imported, Math.max(house, flows.imported))
  return own === null ? null : own / house
}
