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
