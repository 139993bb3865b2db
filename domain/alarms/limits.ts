export const CLEARED_AT_ONCE = 100
export const CLEAR_REMARK_MAX = 500
