import { compareVersions } from '../devices/compare-versions.ts'

/** Whether hardware is within a range of versions, both ends included. */
export const isInRange = (hardware: string, range: { min: string; max: string }): boolean =>
  compareVersions(hardware, range.min) >= 0 && compareVersions(hardware, range.max) <= 0
