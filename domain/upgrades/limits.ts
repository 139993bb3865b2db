/** A bundle with all its images. */
export const PACKAGE_BYTES_MAX = 32 * 1024 * 1024
/** Images in one bundle. */
export const IMAGES_MAX = 32
/** Why a package is withdrawn. */
export const WITHDRAWAL_MAX = 200
/** Gateways that one call may upgrade. */
export const UPGRADED_AT_ONCE = 100
