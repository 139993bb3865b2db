export const CLEARED_AT_ONCE = 100
export const CLEAR_REMARK_MAX = 500
/** Nobody keeps an alarm quiet for longer than a week. */
export const ACKNOWLEDGED_MOST_MS = 7 * 86_400_000
