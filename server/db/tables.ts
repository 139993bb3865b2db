// Every table in one place, to be read beside the migrations: longer than other files.
import type { ColumnType, Generated } from 'kysely'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import type { CommandOp, CommandState } from '#domain/commands/command-states.ts'
import type { DeviceKind } from '#domain/devices/fields.ts'

/** timestamptz: read as epoch ms, written as Date. */
type Instant = ColumnType<number, Date, Date>
type MaybeInstant = ColumnType<number | null, Date | null | undefined, Date | null>
/** date: `YYYY-MM-DD`. */
type Day = string
type Json<T> = ColumnType<T, string, string>
type WithDefault<T> = ColumnType<T, T | undefined, T>

export type CompanyTable = {
  id: string
  name: string
  auto_dispatch: WithDefault<boolean>
  auto_review: WithDefault<boolean>
  created_at: Instant
  version: WithDefault<number>
}

export type AccountTable = {
  id: string
  account: string
  account_key: string
  name: string
  password_hash: string
  role: AccountRole | null
  extra_permissions: WithDefault<string[]>
  company_id: string | null
  language: WithDefault<'zh_CN' | 'en'>
  disabled_at: MaybeInstant
  created_at: Instant
  version: WithDefault<number>
}

export type SessionTable = {
  id: string
  token_hash: Uint8Array
  account_id: string
  created_at: Instant
  proven_at: Instant
  last_seen_at: Instant
  expires_at: Instant
  browser: WithDefault<string>
}

export type AttemptTable = { key: string; failures: number; last_at: Instant; blocked_until: MaybeInstant }
export type InstallationTable = { key: string; value: Json<unknown> }

export type AuditTable = {
  id: Generated<number>
  at: Instant
  account_id: string | null
  company_id: string | null
  action: string
  object_kind: string | null
  object_id: string | null
  result: string
  detail: ColumnType<unknown, string | undefined, string>
  request_id: string | null
  ip: string | null
}

export type IdempotencyTable = {
  account_id: string
  key: string
  route: string
  body_hash: Uint8Array
  status: number | null
  answer: ColumnType<unknown, string | null, string | null>
  etag: string | null
  created_at: Instant
}

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
  tariff: ColumnType<
    { perKwh: number; currency: string; source: string } | null,
    string | null | undefined,
    string | null
  >
  co2: ColumnType<{ kgPerKwh: number; source: string } | null, string | null | undefined, string | null>
  created_by: string | null
  created_at: Instant
  deleted_at: MaybeInstant
  version: WithDefault<number>
}

export type StationShareTable = {
  station_id: string
  account_id: string
  granted_by: string | null
  granted_at: Instant
  until_at: MaybeInstant
}

export type DeviceTable = {
  id: string
  no: Generated<number>
  station_id: string
  kind: DeviceKind
  sn: string
  sn_key: string
  name: WithDefault<string>
  brand: WithDefault<string>
  model: WithDefault<string>
  sw: WithDefault<string>
  hw: WithDefault<string>
  soc: WithDefault<string>
  sim: WithDefault<string>
  net_mode: WithDefault<string>
  report_server: WithDefault<string>
  gateway_id: string | null
  parent_id: string | null
  string_no: number | null
  position: number | null
  rated_w: number | null
  mppt_count: number | null
  string_count: number | null
  warranty_until: Day | null
  activated_at: MaybeInstant
  reported_by_gateway: WithDefault<boolean>
  /** No longer in its gateway's inventory. */
  missing_since: MaybeInstant
  replaced_by: WithDefault<string | null>
  confirmed_at: MaybeInstant
  created_at: Instant
  removed_at: MaybeInstant
  version: WithDefault<number>
}

export type GatewayLinkTable = {
  device_id: string
  secret_hash: string | null
  boot: string | null
  conn: number | null
  connected: WithDefault<boolean>
  birth_at: MaybeInstant
  gone_at: MaybeInstant
  csq: number | null
  queue: number | null
  clock_offset_ms: number | null
  inventory_rev: number | null
  inventory_at: MaybeInstant
  report_s: number | null
  refused: WithDefault<number>
}

export type GatewayRegistryTable = {
  sn_key: string
  sn: string
  model: WithDefault<string>
  secret_hash: string
  claim_code_hash: Uint8Array
  imported_at: Instant
  claimed_at: MaybeInstant
}

export type QuarantineTable = {
  gateway_id: string
  sn_key: string
  sn: string
  reason: string
  readings: WithDefault<number>
  first_at: Instant
  last_at: Instant
}

export type MpptReading = { n: number; u?: number | null; i?: number | null; p?: number | null }

/** The measured columns that `reading` and `latest` share. W, V, A, Hz, degrees C, Wh. */
export type MeasuredColumns = {
  state: number | null
  flags: WithDefault<number>
  p: number | null
  q: number | null
  f: number | null
  t: number | null
  p_dc: number | null
  u_in: number | null
  i_in: number | null
  u_out: number | null
  u: (number | null)[] | null
  i: (number | null)[] | null
  e_tot: number | null
  rssi: number | null
  closed: boolean | null
  keepalive: boolean | null
  mppt: ColumnType<MpptReading[] | null, string | null, string | null>
  raw: ColumnType<Record<string, unknown> | null, string | null, string | null>
}

export type ReadingTable = MeasuredColumns & {
  device_no: number
  ts: Instant
  received_at: Instant
  hist: boolean
}
export type LatestTable = MeasuredColumns & { device_no: number; ts: Instant; received_at: Instant }
export type GatewayMessageTable = { gateway_no: number; boot: string; seq: number; received_at: Instant }

export type EnergyDayTable = {
  device_no: number
  day: Day
  wh: number
  shared: WithDefault<boolean>
  first_ts: MaybeInstant
  last_ts: MaybeInstant
}
export type EnergySpanTable = {
  device_no: number
  from_ts: Instant
  to_ts: Instant
  from_day: Day
  to_day: Day
  wh: number
}
export type EnergyAsideTable = { device_no: number; ts: Instant; e_tot: number; reason: string }
export type EnergyDueTable = {
  device_no: number
  since: Instant
  until: Instant
  marked: WithDefault<number>
}

export type FileTable = {
  id: string
  purpose: 'station_image' | 'order_image' | 'order_file'
  station_id: string | null
  company_id: string | null
  name: string
  type: string
  bytes: number
  sha256: Uint8Array
  width: number | null
  height: number | null
  created_by: string
  created_at: Instant
  removed_at: MaybeInstant
}
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

export type CommandTable = {
  id: string
  station_id: string
  gateway_id: string
  op: CommandOp
  args: Json<Record<string, unknown>>
  state: CommandState
  code: string | null
  proof_of: string | null
  batch_id: string | null
  created_by: string | null
  created_at: Instant
  expires_at: Instant
  sent_at: MaybeInstant
  accepted_at: MaybeInstant
  ended_at: MaybeInstant
}
export type CommandTargetTable = {
  command_id: string
  device_id: string
  sn: string
  open: WithDefault<boolean>
  proof: WithDefault<boolean>
  ok: boolean | null
  code: string | null
  after: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
}

export type AlarmTable = {
  id: string
  station_id: string
  device_id: string
  device_kind: DeviceKind
  code: string
  /** 1 very urgent to 4 prompt. */
  level: number
  status: 'unsolved' | 'processing' | 'closed'
  count: WithDefault<number>
  created_at: Instant
  first_at: Instant
  occurred_at: Instant
  close_type: WithDefault<'manual_clear' | 'work_order_closed' | 'automatic_cleaning' | null>
  closed_at: MaybeInstant
  closed_by: WithDefault<string | null>
  clear_reason: WithDefault<string | null>
  rank: Generated<number>
}
export type AlarmItemTable = {
  alarm_id: string
  instance: string
  count: WithDefault<number>
  first_at: Instant
  last_at: Instant
  cleared_at: MaybeInstant
  readings: ColumnType<Record<string, unknown> | null, string | null, string | null>
}
export type AlarmClearTable = { alarm_id: string; at: Instant; account_id: string; remark: string }
export type AlarmSignalTable = {
  device_id: string
  code: string
  instance: string
  active: boolean
  boot: string
  seq: number
  ts: Instant
}
export type AlarmTallyTable = {
  station_id: string
  level: number
  status: AlarmTable['status']
  n: number
}

export type Tables = {
  company: CompanyTable
  account: AccountTable
  session: SessionTable
  attempt: AttemptTable
  installation: InstallationTable
  audit: AuditTable
  idempotency: IdempotencyTable
  station: StationTable
  station_share: StationShareTable
  device: DeviceTable
  gateway_link: GatewayLinkTable
  gateway_registry: GatewayRegistryTable
  quarantine: QuarantineTable
  reading: ReadingTable
  latest: LatestTable
  gateway_message: GatewayMessageTable
  energy_day: EnergyDayTable
  energy_span: EnergySpanTable
  energy_aside: EnergyAsideTable
  energy_due: EnergyDueTable
  file: FileTable
  string: StringTable
  array_area: ArrayAreaTable
  place: PlaceTable
  place_device: PlaceDeviceTable
  command: CommandTable
  command_target: CommandTargetTable
  alarm: AlarmTable
  alarm_item: AlarmItemTable
  alarm_clear: AlarmClearTable
  alarm_signal: AlarmSignalTable
  alarm_tally: AlarmTallyTable
}
