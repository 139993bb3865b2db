/** A lifetime with what was yielded before its first reading; null = neither is known. */
export const withBefore = (wh: number | null, beforeWh: number | null): number | null =>
  wh === null ? beforeWh : wh + (beforeWh ?? 0)
