/**
 * Reporting intervals without a word after which a device is offline. Source: the product's definition of offline.
 * Apart, so that screens can ask without a schema library.
 */
export const SILENT_INTERVALS = 3
export const silenceLimitMs = (reportMin: number): number => SILENT_INTERVALS * reportMin * 60_000
/** A device that was added so long ago and never heard is a finding, no longer one that is being put up. No source: chosen. */
export const NEVER_HEARD_MS = 3_600_000
