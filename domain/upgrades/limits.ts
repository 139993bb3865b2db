/** A bundle with all its images. */
export const PACKAGE_BYTES_MAX = 32 * 1024 * 1024
/** Images in one bundle. */
export const IMAGES_MAX = 32
/** Why a package is withdrawn. */
export const WITHDRAWAL_MAX = 200
/** Gateways that one call may upgrade. */
export const UPGRADED_AT_ONCE = 100
/** Serials and versions that a line names; the rest is counted. */
export const NAMED_SHOWN = 5
/** Events of the upgrade of a gateway that one answer names, the newest. */
export const EVENTS_SHOWN = 200
