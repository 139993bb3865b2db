import type { TableName } from '../feature.ts'
import { accountsFeature } from './accounts/feature.ts'
import { filesFeature } from './files/feature.ts'
import { favouritesFeature } from './favourites/feature.ts'
import { stationsFeature } from './stations/feature.ts'
import { devicesFeature } from './devices/feature.ts'
import { telemetryFeature } from './telemetry/feature.ts'
import { arraysFeature } from './arrays/feature.ts'
import { alarmsFeature } from './alarms/feature.ts'
import { workOrdersFeature } from './work-orders/feature.ts'
import { messagesFeature } from './messages/feature.ts'
import { commandsFeature } from './commands/feature.ts'
import { edgesFeature } from './edges/feature.ts'
import { upgradesFeature } from './upgrades/feature.ts'
import { topologyFeature } from './topology/feature.ts'
import { overviewFeature } from './overview/feature.ts'
import { reportsFeature } from './reports/feature.ts'

/** The features of the server, in the order in which they know each other. */
export const features = [
  accountsFeature,
  filesFeature,
  favouritesFeature,
  stationsFeature,
  devicesFeature,
  telemetryFeature,
  arraysFeature,
  alarmsFeature,
  workOrdersFeature,
  messagesFeature,
  commandsFeature,
  edgesFeature,
  upgradesFeature,
  topologyFeature,
  overviewFeature,
  reportsFeature,
] as const
type AnyFeature = (typeof features)[number]

/** All that the members of a union have. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Who answers the routes of features. */
export const featureHandlers = Object.assign({}, ...features.map(({ handlers }) => handlers)) as AllOf<
  AnyFeature['handlers']
>

type FeatureTable = AnyFeature['tables'][number]
const tablesOfFeatures = Object.fromEntries(
  features.flatMap(({ name, tables }) => tables.map((table) => [table, `features/${name}`])),
) as Record<FeatureTable, string>

/** Who inserts, updates and deletes rows of a table: a folder of the server. A table without one does not compile. */
export const owners: Record<TableName, string> = {
  ...tablesOfFeatures,
  audit: 'platform/audit',
  idempotency: 'entrances/http',
}
