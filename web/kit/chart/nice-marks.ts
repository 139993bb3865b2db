const steps = [1, 2, 2.5, 5, 10]

/**
 * Round marks of an axis from 0 that reach `most`: three to five of them, `[0, 1]` when there is nothing to show.
 * `whole`: of what is counted there is no half.
 */
export const niceMarks = (most: number, whole = false): number[] => {
  if (!(most > 0) || !Number.isFinite(most)) return [0, 1]
  const size = 10 ** Math.floor(Math.log10(most / 4))
  const finest = (steps.find((one) => one * size * 4 >= most) ?? 10) * size
  const step = whole ? Math.ceil(finest) : finest
  const count = Math.ceil(most / step - 1e-9)
  return Array.from({ length: count + 1 }, (_, no) => Number((no * step).toPrecision(12)))
}
