/** Half the width of the strip: the greatest deviation, rounded up to a tenth, from 10 to 50 %; beyond that it ends. */
export const reachOf = (shares: readonly number[]): number => {
  const most = Math.max(0, ...shares.map(Math.abs))
  return Math.min(0.5, Math.max(0.1, Math.ceil(most * 10 - 1e-9) / 10))
}

/** Where a deviation stands on the strip, 0 to 1; what lies beyond stands at the end. */
export const placeOf = (share: number, reach: number): number =>
  Math.min(1, Math.max(0, 0.5 + share / (2 * reach)))

/** Within this share of the median it is level. */
export const levelWithin = 0.02

export const wordOf = (share: number): 'above' | 'below' | 'level' =>
  Math.abs(share) < levelWithin ? 'level' : share > 0 ? 'above' : 'below'
