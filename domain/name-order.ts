/** How names stand in lists: as a reader of Chinese or English looks for them, and 2 before 10. */
export const names = new Intl.Collator(['zh-Hans-CN', 'en'], { numeric: true })

/** What rows are sorted by; null is unknown. */
export type SortKey = number | string | null

/** An order that rises or falls; what is unknown comes last either way. Equal ones give 0. */
export const compareKeys =
  (falls: boolean) =>
  (a: SortKey, b: SortKey): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const compared =
      typeof a === 'number' && typeof b === 'number' ? a - b : names.compare(String(a), String(b))
    return falls ? -compared : compared
  }
