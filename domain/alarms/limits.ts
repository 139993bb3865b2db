export const CLEARED_AT_ONCE = 100
export const CLEAR_REMARK_MAX = 500
/** Nobody keeps an alarm quiet for longer than a week. */
export const ACKNOWLEDGED_MOST_MS = 7 * 86_400_000
/** Instances of one alarm that an answer names, those heard of last: a gateway may make up any number of them. */
export const ITEMS_SHOWN = 1_000
/** Devices that the readings of one instance name. */
export const ITEM_DEVICES_SHOWN = 50
/** The newest of those who cleared an alarm, and of other alarms of its device. */
export const CLEARS_SHOWN = 50
export const RELATED_SHOWN = 10
/** Alarms that a rehearsal names, the last; it counts them all. */
export const REHEARSED_SHOWN = 100
/** Steps of one piece of advice. */
export const ADVICE_STEPS_MAX = 20
/** Lines that readings are held against in one curve. */
export const THRESHOLDS_MAX = 10
