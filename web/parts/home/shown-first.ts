/** How many of the most urgent orders of one's own home names. */
export const WORK_SHOWN = 3
/** How many of the worst troubles. */
export const TROUBLES_SHOWN = 4
