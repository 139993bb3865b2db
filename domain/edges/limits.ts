/** The figures of edges. No source: chosen, unless said. */

/** A pairing code lives this long, ms. */
export const PAIRING_MS = 15 * 60_000
/** Codes that may wait at a station at the same time: who prepares a fleet makes ten or twenty. */
export const PAIRINGS_AT_ONCE = 50
export const EDGE_NAME_MAX = 60
/** Devices in the list of one edge; the list also has to fit into one message. */
export const EDGE_DEVICES_MAX = 100
export const DEVICE_URL_MAX = 300
export const DEVICE_SECRET_MAX = 512
export const PROFILE_MAX = 40
/** Seconds between two readings of a device. */
export const INTERVAL_MIN_S = 1
export const INTERVAL_MAX_S = 3_600

/** Ranges that one search may name, and addresses in all of them: a /20, as large as networks of sites are. */
export const RANGES_MAX = 8
export const ADDRESSES_MAX = 4_096

/** Lines of a log that are asked for at once, and registers. The wire's own figures. */
export const LOG_LINES_MAX = 200
export const REGISTERS_MAX = 125
/** Of what a search tried this much is kept, the newest. */
export const TRIED_MAX = 60
