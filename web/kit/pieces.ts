/** Rows that come into the page and leave it together. */
export const pieceSize = 50
/** At most so many pieces are in the page at once: half of the 1,000 items that a list may hold. */
export const mostPieces = 9

/**
 * The first and last piece within `ahead` of what is seen. `edges`: where each piece begins and the last one ends,
 * measured from the upper edge of the window, `height` high.
 */
export const piecesNear = (
  edges: readonly number[],
  height: number,
  ahead: number,
): { first: number; last: number } => {
  const end = edges.length - 2
  let first = 0
  while (first < end && (edges[first + 1] ?? 0) < -ahead) first += 1
  let last = first
  while (last < end && last - first < mostPieces - 1 && (edges[last + 1] ?? 0) < height + ahead) last += 1
  return { first, last }
}

/** How high pieces are that were never in the page: as the mean of those that were, else as is expected. */
export const guessHeight = (measured: ReadonlyMap<number, number>, expected: number): number => {
  if (measured.size === 0) return expected
  let sum = 0
  for (const height of measured.values()) sum += height
  return sum / measured.size
}
