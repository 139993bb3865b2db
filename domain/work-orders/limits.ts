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
/** Records of an order's flow that one answer names, the newest; of more it says how many. */
export const FLOW_SHOWN = 1_000
/** Lines of a checklist, and choices of a line. */
export const CHECKLIST_MAX = 50
export const CHECKLIST_CHOICES_MAX = 20
/** People whom an order can be given to that one answer names; of more it says how many, and they can be searched for. */
export const HANDLERS_SHOWN = 200
/** People with open orders whom a list of orders names, those with the most. */
export const PEOPLE_SHOWN = 50
/** Faults that came back in a record of maintenance, the most frequent; and its days, or months. */
export const REPEATED_SHOWN = 20
export const OM_BUCKETS_MAX = 62
/** People and completed orders that a report names, and stations of each of its rankings. */
export const REPORT_PEOPLE_SHOWN = 10
export const REPORT_DONE_SHOWN = 20
export const RANKED_SHOWN = 3
