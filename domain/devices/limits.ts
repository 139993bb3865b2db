export const DEVICE_NAME_MAX = 60
export const BRAND_MAX = 60
export const MODEL_MAX = 60
export const CLAIM_CODE_MAX = 64
/** A serial as it is typed, with blanks and dashes. */
export const SERIAL_TYPED_MAX = 128
/** Numbers of strings and positions within them, from 1. */
export const STRING_NO_MAX = 1000
export const POSITION_MAX = 1000
export const MPPT_NO_MAX = 100
/** Rows and columns of one field of modules. */
export const AREA_SIDE_MAX = 200
/** Modules that one optimizer can have. No source: chosen. */
export const MODULES_MAX = 4
/** W of one module. */
export const MODULE_W_MAX = 100_000
export const STRING_NAME_MAX = 60
/** Devices that one call may name. */
export const DEVICES_AT_ONCE = 500
/**
 * Devices behind one gateway, and of one station: far beyond any real one, so that a gateway that makes up serials
 * fills neither the station's lists nor the database.
 */
export const DEVICES_OF_GATEWAY = 2_000
export const DEVICES_OF_STATION = 10_000
/** The array of one station: a string and a place for each device that it can have, and areas for all of them. */
export const STRINGS_OF_STATION = 10_000
export const PLACES_OF_STATION = 10_000
export const AREAS_OF_STATION = 1_000
/** Serials kept per gateway, whatever named them: enough to find a forgotten device, too few to fill the table with. */
export const QUARANTINE_SERIALS = 200
/** Serials behind two gateways that the page of one names: `ours`, `theirs` and `two`, so many of each. */
export const ELSEWHERE_SHOWN = 3 * QUARANTINE_SERIALS
/** Reasons for which something was not taken that the page of a gateway names, the newest. */
export const DROPS_SHOWN = 100
/** Counter readings set aside that a page shows, the newest. */
export const ASIDE_SHOWN = 100
/** Exchanges of a place that one answer names, the newest. */
export const EXCHANGES_SHOWN = 100
