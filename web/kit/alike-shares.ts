/** Whether shares, as they are written in whole per cent, are one and the same: then it is enough to say it once. */
export const areAlike = (shares: readonly (number | null)[]): boolean =>
  new Set(shares.map((share) => share && Math.floor(share * 100))).size < 2
