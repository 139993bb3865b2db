import type { Routes } from '#contract/http/routes.ts'
import { accountHandlers } from './accounts/account-routes.ts'
import { shellHandlers } from './accounts/shell-routes.ts'
import { alarmRuleHandlers } from './alarms/rules/rule-routes.ts'
import { alarmHandlers } from './alarms/alarm-routes.ts'
import { commandHandlers } from './commands/command-routes.ts'
import { controlHandlers } from './commands/control-routes.ts'
import { arrayHandlers } from './arrays/array-routes.ts'
import { deviceHandlers } from './devices/device-routes.ts'
import { siteHandlers } from './devices/site-routes.ts'
import { fileHandlers } from './files/file-routes.ts'
import type { Handlers } from './http/call.ts'
import { liveHandlers } from './live/live-routes.ts'
import { homeCoverageHandlers } from './overview/coverage-of-home.ts'
import { overviewHandlers } from './overview/overview-routes.ts'
import { checkInHandlers } from './stations/check-in-routes.ts'
import { mapHandlers } from './stations/map-routes.ts'
import { shareHandlers } from './stations/share-routes.ts'
import { stationHandlers } from './stations/station-routes.ts'
import { stationCoverageHandlers } from './telemetry/coverage-routes.ts'
import { telemetryHandlers } from './telemetry/telemetry-routes.ts'
import { topologyHandlers } from './topology/topology-routes.ts'
import { messageHandlers } from './messages/message-routes.ts'
import { pushHandlers } from './messages/push-routes.ts'
import { omHandlers } from './work-orders/om-routes.ts'
import { orderHandlers } from './work-orders/order-routes.ts'
import { upgradeHandlers } from './upgrades/upgrade-routes.ts'

/** Who answers each door of `contract/http/routes.ts`. A route without an answer does not compile. */
export const handlers: Handlers<Routes> = {
  ...accountHandlers,
  ...shellHandlers,
  ...fileHandlers,
  ...stationHandlers,
  ...mapHandlers,
  ...shareHandlers,
  ...checkInHandlers,
  ...deviceHandlers,
  ...siteHandlers,
  ...telemetryHandlers,
  ...stationCoverageHandlers,
  ...homeCoverageHandlers,
  ...arrayHandlers,
  ...topologyHandlers,
  ...alarmHandlers,
  ...alarmRuleHandlers,
  ...orderHandlers,
  ...omHandlers,
  ...messageHandlers,
  ...pushHandlers,
  ...commandHandlers,
  ...controlHandlers,
  ...upgradeHandlers,
  ...liveHandlers,
  ...overviewHandlers,
}
