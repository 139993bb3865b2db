import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { Instant, MaybeInstant, WithDefault } from './column-types.ts'

export type StringTable = {
  id: string
  station_id: string
  inverter_id: string
  mppt_no: number | null
  no: number
  name: WithDefault<string>
  capacity_w: number | null
  created_at: Instant
  removed_at: MaybeInstant
  version: WithDefault<number>
}

export type ArrayAreaTable = {
  id: string
  station_id: string
  name: WithDefault<string>
  row_count: number
  col_count: number
  portrait: WithDefault<boolean>
  tilt_deg: number | null
  azimuth_deg: number | null
  x: WithDefault<number>
  y: WithDefault<number>
  created_at: Instant
  removed_at: MaybeInstant
  version: WithDefault<number>
}

export type PlaceTable = {
  id: string
  station_id: string
  kind: DeviceKind
  string_id: string | null
  position: number | null
  area_id: string | null
  row_no: number | null
  col_no: number | null
  modules: WithDefault<number>
  module_w: number | null
  created_at: Instant
  removed_at: MaybeInstant
  changed_by: string | null
  changed_at: MaybeInstant
  version: WithDefault<number>
}

export type PlaceDeviceTable = { place_id: string; device_id: string; since: Instant; until: MaybeInstant }

export type ArraysTables = {
  string: StringTable
  array_area: ArrayAreaTable
  place: PlaceTable
  place_device: PlaceDeviceTable
}
