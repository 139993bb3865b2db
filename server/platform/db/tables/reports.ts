import type { Day, Instant } from './column-types.ts'

export type RunDayTable = {
  station_id: string
  day: Day
  available_h: number
  unavailable_h: number
  unknown_h: number
  lost_wh: number | null
  compared: number | null
  irradiation_wh: number | null
  lit_h: number | null
  sun_h: number
  made_at: Instant
}

/** `time_zone`: by which `next_at` was counted. */
export type RunLookTable = { station_id: string; time_zone: string; next_at: Instant }

export type ReportsTables = { run_day: RunDayTable; run_look: RunLookTable }
