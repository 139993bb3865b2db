/** Of times, ms: the median and the longest, in seconds. */
export const seconds = (list: readonly number[]): string => {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (index: number): string => ((sorted.at(index) ?? 0) / 1_000).toFixed(1)
  return `${at(Math.floor(sorted.length / 2))} s (median), ${at(-1)} s (longest)`
}
