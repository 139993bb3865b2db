import { listMetrics, numberMetrics, phasesMetrics, switchMetrics } from '#domain/telemetry/metrics.ts'

/** Columns of `reading` and `latest` that keep what was measured. */
export const measuredColumns = [
  ...numberMetrics,
  ...phasesMetrics,
  ...switchMetrics,
  ...listMetrics,
  'al',
] as const
