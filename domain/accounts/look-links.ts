/** How long a link for a screen on a wall lasts, days: whoever makes it chooses. */
export const lookDays = ['1', '30', '90', '365'] as const
/** Links of one company, or of the administrators. No source: chosen. */
export const LOOK_LINKS_MAX = 30
/** Screens that show one link at the same time; a further one ends the one heard of longest ago. No source: chosen. */
export const LOOK_SCREENS_MAX = 10
/** Links that one answer lists, the newest: an administrator sees those of all companies. */
export const LOOK_LINKS_SHOWN = 500
