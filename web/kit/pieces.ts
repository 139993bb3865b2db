/** Rows that come into the page and leave it together. */
export const pieceSize = 20
/** Lists of rows up to here are in the page as a whole. */
export const wholeListUpTo = 100
/** At most so many pieces are in the page at once: half of the 1,000 items that a list may hold. */
export const mostPieces = 22

/**
 * The first and last of `count` pieces within `ahead` of what is seen. `edgeOf`: where a piece begins, and for `count`
 * where the last one ends, measured from the upper edge of the window, `height` high. It is asked for few of them.
 */
export const piecesNear = (
  count: number,
  edgeOf: (no: number) => number,
  height: number,
  ahead: number,
): { first: number; last: number } => {
  const end = count - 1
  let first = 0
  for (let beyond = end; first < beyond;) {
    const middle = Math.floor((first + beyond) / 2)
    if (edgeOf(middle + 1) < -ahead) first = middle + 1
    else beyond = middle
  }
  let last = first
  while (last < end && last - first < mostPieces - 1 && edgeOf(last + 1) < height + ahead) last += 1
  return { first, last }
}

/** How high pieces are that were never in the page: as the mean of those that were, else as is expected. */
export const guessHeight = (measured: ReadonlyMap<number, number>, expected: number): number => {
  if (measured.size === 0) return expected
  let sum = 0
  for (const height of measured.values()) sum += height
  return sum / measured.size
}
