/** Reporting intervals without a word after which a device is offline. Apart, so that screens can ask without a schema library. */
export const SILENT_INTERVALS = 3
export const silenceLimitMs = (reportMin: number): number => SILENT_INTERVALS * reportMin * 60_000
