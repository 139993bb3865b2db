/** Days that a rehearsal plays through unless others are asked for. */
export const REHEARSED_DAYS = 30
/** Days in a row that it plays through at most: a whole month. */
export const REHEARSED_DAYS_MOST = 31
