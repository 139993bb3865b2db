import type { AccountsTables } from './tables/accounts.ts'
import type { AlarmsTables } from './tables/alarms.ts'
import type { ArraysTables } from './tables/arrays.ts'
import type { CommandsTables } from './tables/commands.ts'
import type { DevicesTables } from './tables/devices.ts'
import type { EdgesTables } from './tables/edges.ts'
import type { FavouritesTables } from './tables/favourites.ts'
import type { FilesTables } from './tables/files.ts'
import type { RulesTables } from './tables/rules.ts'
import type { MessagesTables } from './tables/messages.ts'
import type { PushTables } from './tables/push.ts'
import type { ReportsTables } from './tables/reports.ts'
import type { StationsTables } from './tables/stations.ts'
import type { TelemetryTables } from './tables/telemetry.ts'
import type { UpgradesTables } from './tables/upgrades.ts'
import type { WorkOrdersTables } from './tables/work-orders.ts'

/** Every table, one file a feature, to be read beside the migrations. */
export type Tables = AccountsTables &
  StationsTables &
  DevicesTables &
  TelemetryTables &
  FilesTables &
  FavouritesTables &
  EdgesTables &
  ArraysTables &
  CommandsTables &
  AlarmsTables &
  RulesTables &
  UpgradesTables &
  WorkOrdersTables &
  MessagesTables &
  PushTables &
  ReportsTables
