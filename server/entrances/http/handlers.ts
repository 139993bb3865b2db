import type { Routes } from '#contract/http/routes.ts'
import { accountHandlers } from '../../features/accounts/account-routes.ts'
import { shellHandlers } from '../../features/accounts/shell-routes.ts'
import { alarmRuleHandlers } from '../../features/alarms/rules/rule-routes.ts'
import { alarmHandlers } from '../../features/alarms/alarm-routes.ts'
import { commandHandlers } from '../../features/commands/command-routes.ts'
import { controlHandlers } from '../../features/commands/control-routes.ts'
import { arrayHandlers } from '../../features/arrays/array-routes.ts'
import { deviceHandlers } from '../../features/devices/device-routes.ts'
import { siteHandlers } from '../../features/devices/site-routes.ts'
import { fileHandlers } from '../../features/files/file-routes.ts'
import type { Handlers } from '../../call.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { liveHandlers } from '../live/live-routes.ts'
import { homeCoverageHandlers } from '../../features/overview/coverage-of-home.ts'
import { overviewHandlers } from '../../features/overview/overview-routes.ts'
import { checkInHandlers } from '../../features/stations/check-in-routes.ts'
import { mapHandlers } from '../../features/stations/map-routes.ts'
import { shareHandlers } from '../../features/stations/share-routes.ts'
import { stationHandlers } from '../../features/stations/station-routes.ts'
import { stationCoverageHandlers } from '../../features/telemetry/coverage-routes.ts'
import { telemetryHandlers } from '../../features/telemetry/telemetry-routes.ts'
import { topologyHandlers } from '../../features/topology/topology-routes.ts'
import { messageHandlers } from '../../features/messages/message-routes.ts'
import { pushHandlers } from '../../features/messages/push-routes.ts'
import { omHandlers } from '../../features/work-orders/om-routes.ts'
import { orderHandlers } from '../../features/work-orders/order-routes.ts'
import { upgradeHandlers } from '../../features/upgrades/upgrade-routes.ts'

/** Who answers each route of `contract/http/routes.ts`. A route without an answer does not compile. */
export const handlersWith = (live: LiveHub): Handlers<Routes> => ({
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
  ...liveHandlers(live),
  ...overviewHandlers,
})
