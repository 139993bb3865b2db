import type { ColumnType, Generated } from 'kysely'
import type { Instant, MaybeInstant, Day, WithDefault } from './column-types.ts'

export type StationTable = {
  id: string
  code: string
  name: string
  company_id: string
  owner_account_id: string | null
  owner_name: WithDefault<string>
  type: string
  time_zone: string
  latitude: number
  north: boolean
  longitude: number
  east: boolean
  address: WithDefault<string>
  region: WithDefault<string>
  country: string
  report_min: number
  grid_connected_on: Day | null
  capacity: number
  capacity_unit: 'kW' | 'MW' | 'GW'
  capacity_w: number
  tilt_deg: number | null
  azimuth_deg: number | null
  phone_country: string | null
  phone: WithDefault<string>
  image_file_id: string | null
  /** Yield before the first reading, as somebody entered it. */
  yield_before_wh: WithDefault<number | null>
  tariff: ColumnType<
    { perKwh: number; currency: string; source: string } | null,
    string | null | undefined,
    string | null
  >
  co2: ColumnType<{ kgPerKwh: number; source: string } | null, string | null | undefined, string | null>
  /** What stands on every work order: how to get in, dangers, what has to be kept to. */
  access: WithDefault<string>
  hazards: WithDefault<string>
  safety: WithDefault<string>
  created_by: string | null
  created_at: Instant
  deleted_at: MaybeInstant
  version: WithDefault<number>
  /** By which transaction it was written. */
  changed: Generated<string | null>
}

export type StationShareTable = {
  station_id: string
  account_id: string
  granted_by: string | null
  granted_at: Instant
  until_at: MaybeInstant
  id: Generated<string>
  rights: WithDefault<'view' | 'manage'>
}

export type StationLookTable = {
  station_id: string
  account_id: string
  day: Day
  first_at: Instant
  last_at: Instant
}

export type CheckInTable = {
  id: string
  station_id: string
  account_id: string
  phone: WithDefault<string>
  began_at: Instant
  until_at: Instant
  ended_at: MaybeInstant
}

export type PastPriceTable = {
  station_id: string
  /** The first day of the next price. */
  until_day: Day
  per_kwh: number | null
  currency: string | null
  source: WithDefault<string>
}

/** What servers keep for each other; may be emptied at any time. `until`: -infinity = not kept. */
export type StationFiguresTable = {
  station_id: string
  form: number
  at: Instant
  until: Instant
  figures: ColumnType<unknown, string, string>
  /** Whether a device of it may need a look. */
  troubled: boolean | null
  /** By which transaction it was written. */
  changed: Generated<string | null>
}

/** How often rows were taken out of a table that servers have in mind. */
export type RowsTakenTable = { of_table: string; times: number }

export type StationMarkTable = {
  no: Generated<number>
  station_id: string
  held_until: WithDefault<Instant | null>
}

export type StationsTables = {
  station_figures: StationFiguresTable
  station_mark: StationMarkTable
  rows_taken: RowsTakenTable
  past_price: PastPriceTable
  station: StationTable
  station_share: StationShareTable
  station_look: StationLookTable
  check_in: CheckInTable
}
