import { accountRoutes } from './accounts.ts'
import { alarmRuleRoutes } from './alarm-rules.ts'
import { alarmRoutes } from './alarms.ts'
import { checkInRoutes } from './check-ins.ts'
import { coverageRoutes } from './coverage.ts'
import { commandRoutes } from './commands.ts'
import { controlRoutes } from './control.ts'
import { arrayRoutes } from './arrays.ts'
import { deviceRoutes } from './devices.ts'
import { siteRoutes } from './site-devices.ts'
import { edgeRoutes } from './edges.ts'
import { favouriteRoutes } from './favourites.ts'
import { fleetRoutes } from './fleet.ts'
import { fileRoutes } from './files.ts'
import { lookRoutes } from './look-links.ts'
import { mapRoutes } from './maps.ts'
import { messageRoutes } from './messages.ts'
import { omRoutes } from './om.ts'
import { overviewRoutes } from './overview.ts'
import { pushRoutes } from './push.ts'
import { reportRoutes } from './reports.ts'
import { shareRoutes } from './shares.ts'
import { shellRoutes } from './shell.ts'
import { groupRoutes } from './station-groups.ts'
import { stringRoutes } from './strings.ts'
import { stationRoutes } from './stations.ts'
import { telemetryRoutes } from './telemetry.ts'
import { topologyRoutes } from './topology.ts'
import { pinRoutes } from './station-pins.ts'
import { troubleRoutes } from './troubles.ts'
import { orderRoutes } from './work-orders.ts'
import { upgradeRoutes } from './upgrades.ts'

/** Every route of the installation. */
export const routes = {
  ...accountRoutes,
  ...shellRoutes,
  ...lookRoutes,
  ...fileRoutes,
  ...favouriteRoutes,
  ...groupRoutes,
  ...stationRoutes,
  ...mapRoutes,
  ...shareRoutes,
  ...checkInRoutes,
  ...deviceRoutes,
  ...siteRoutes,
  ...telemetryRoutes,
  ...coverageRoutes,
  ...arrayRoutes,
  ...stringRoutes,
  ...topologyRoutes,
  ...alarmRoutes,
  ...alarmRuleRoutes,
  ...orderRoutes,
  ...omRoutes,
  ...messageRoutes,
  ...pushRoutes,
  ...commandRoutes,
  ...edgeRoutes,
  ...upgradeRoutes,
  ...controlRoutes,
  ...overviewRoutes,
  ...pinRoutes,
  ...troubleRoutes,
  ...fleetRoutes,
  ...reportRoutes,
}

export type Routes = typeof routes
