import type { ColumnType, Generated } from 'kysely'
import type {
  CampaignState,
  JobState,
  Level,
  NodeStatus,
  PackageState,
  PauseReason,
  TaskStatus,
  UpgradeEvent,
  UpgradeMode,
  WaitReason,
} from '#domain/upgrades/upgrade-states.ts'
import type { Instant, MaybeInstant, WithDefault } from './column-types.ts'

export type FirmwarePackageTable = {
  id: string
  company_id: string | null
  name: string
  version: string
  vendor: string
  bytes: number
  sha256: Buffer
  key_id: string
  expires_at: Instant
  state: WithDefault<PackageState>
  uploaded_by: string
  uploaded_at: Instant
  approved_by: WithDefault<string | null>
  approved_at: MaybeInstant
  withdrawn_by: WithDefault<string | null>
  withdrawn_at: MaybeInstant
}

export type FirmwareImageTable = {
  id: string
  package_id: string
  no: number
  level: Level
  vendor: string
  model: string
  hw_min: string | null
  hw_max: string | null
  version: string
  sequence: number
  bytes: number
  sha256: string
  expires_at: Instant
  key_id: string
  signature: string
  data: ColumnType<Buffer, Uint8Array, Uint8Array>
}

export type UpgradeTable = {
  id: string
  package_id: string
  mode: UpgradeMode
  state: WithDefault<CampaignState>
  paused_because: WithDefault<PauseReason | null>
  paused_at: MaybeInstant
  stop_at_failure: boolean
  created_by: string
  created_at: Instant
  ended_at: MaybeInstant
}

export type UpgradeTaskTable = {
  id: string
  upgrade_id: string
  station_id: string
  gateway_id: string
  trial: boolean
  status: WithDefault<TaskStatus>
  waiting_for: WithDefault<WaitReason | null>
  code: WithDefault<string | null>
  before: string
  estimate_ms: number
  created_at: Instant
  started_at: MaybeInstant
  ended_at: MaybeInstant
  link_lost_at: MaybeInstant
}

export type UpgradeJobTable = {
  id: string
  task_id: string
  no: number
  image_id: string
  level: Level
  state: WithDefault<JobState>
  code: WithDefault<string | null>
  bytes: WithDefault<number>
  offered_at: MaybeInstant
  began_at: MaybeInstant
  asked_at: MaybeInstant
  received_at: MaybeInstant
  written_at: MaybeInstant
  due_at: MaybeInstant
  ended_at: MaybeInstant
}

export type UpgradeNodeTable = {
  job_id: string
  device_id: string
  task_id: string
  level: Level
  sn: string
  status: WithDefault<NodeStatus>
  percent: WithDefault<number | null>
  before: string
  after: string
  code: WithDefault<string | null>
  open: WithDefault<boolean>
  started_at: MaybeInstant
  ended_at: MaybeInstant
}

export type UpgradeEventTable = {
  id: Generated<number>
  task_id: string
  at: Instant
  event: UpgradeEvent
  level: WithDefault<Level | null>
  sn: WithDefault<string | null>
  code: WithDefault<string | null>
  account_id: WithDefault<string | null>
}

export type DeviceFirmwareTable = { device_id: string; version: string; sequence: number; at: Instant }

export type UpgradesTables = {
  firmware_package: FirmwarePackageTable
  firmware_image: FirmwareImageTable
  upgrade: UpgradeTable
  upgrade_task: UpgradeTaskTable
  upgrade_job: UpgradeJobTable
  upgrade_node: UpgradeNodeTable
  upgrade_event: UpgradeEventTable
  device_firmware: DeviceFirmwareTable
}
