export const NAME_MAX = 60
export const DESCRIPTION_MAX = 2000
export const REMARK_MAX = 500
export const REPORT_MAX = 4000
export const COMMENT_MAX = 1000
/** Comments of one order. */
export const COMMENTS_MAX = 500
/** Alarms of one order. */
export const ALARMS_MAX = 100
/** Content items of one alarm. */
export const INSTANCES_MAX = 200
/** The planned processing time: a minute to 90 days. */
export const PLANNED_MINUTES_MAX = 90 * 24 * 60
export const PLANNED_HOURS_MAX = PLANNED_MINUTES_MAX / 60
