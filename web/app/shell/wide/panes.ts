import type { RouteName } from '../../../paths.ts'
import type { TableName } from '../../lists/table-setting.ts'

/** A page with its search, as it stands in an address or beside another. */
export type Place = { route: RouteName; search: Readonly<Record<string, unknown>> }

/** Where one chooses among many. With nothing chosen it has the whole width. */
const lists = ['station-list', 'om-page', 'my-work-order', 'device-upgrade'] as const satisfies RouteName[]
type ListRoute = (typeof lists)[number]
const isListRoute = (route: RouteName): route is ListRoute => lists.some((one) => one === route)

type Part = 'people' | 'ledger' | 'strings' | 'gateways'

/**
 * People of the company are a part of the page about oneself, and the ledger one of control; strings and gateways of a
 * station have a route for all and for one of them. With one of them chosen, or none.
 */
const partOf = ({ route, search }: Place): Part | null => {
  if (route === 'mine-page') return search['open'] === 'people' ? 'people' : null
  if (route === 'group-device-list') return 'strings'
  if (route === 'communication-device-list') return 'gateways'
  if (route !== 'remote-control') return null
  return search['view'] === 'ledger' && search['stationId'] && !search['controlId'] ? 'ledger' : null
}
const chosenIn = {
  people: 'person',
  ledger: 'commandId',
  strings: 'stringId',
  gateways: 'gatewayId',
} as const

/** Which list a page is; null: it is none. */
export const listOf = (place: Place): ListRoute | Part | null => {
  if (isListRoute(place.route)) return place.route
  const part = partOf(place)
  return part !== null && !place.search[chosenIn[part]] ? part : null
}

/**
 * Of a list whose first row stands open beside it as long as nothing is chosen: what such a row leads to. Stations are a
 * picture of their own, and what leads nowhere has nothing to open.
 */
export const firstOpens = (place: Place): RouteName | null => {
  const list = listOf(place)
  if (list === 'om-page') return place.search['tab'] === 'orders' ? 'work-order-detail' : 'alarm-detail'
  if (list === 'my-work-order') return 'work-order-detail'
  if (list === 'device-upgrade') return place.search['tab'] === 'packages' ? null : 'upgrade-gateway-detail'
  return list === 'strings' || list === 'gateways' || list === 'ledger' ? place.route : null
}

/**
 * What can stand beside a page, on its left: the one that stands there already, else the first. An address says what is
 * chosen; what it was chosen from is kept in the history, or is the first of these as it is found by default.
 */
const besideOf: Partial<Record<RouteName, readonly RouteName[]>> = {
  'station-detail': ['station-list'],
  'inverter-detail': ['station-detail'],
  'optimizer-detail': ['station-detail'],
  'gateway-detail': ['station-detail'],
  'shutdown-detail': ['station-detail'],
  'alarm-detail': ['om-page', 'station-detail'],
  'work-order-detail': ['om-page', 'my-work-order', 'station-detail'],
  'work-order-flow': ['om-page', 'my-work-order', 'station-detail'],
  'upgrade-gateway-detail': ['device-upgrade'],
  'upgrade-gateway-level-detail': ['upgrade-gateway-detail'],
}

/** A list of its own, to which the rail leads: no arrow leads away from it. */
export const isMainList = ({ route }: Place): boolean => isListRoute(route)

/** A device without a route of its own is a page of its station's route, and stands beside that station. */
const isPlainDevice = ({ route, search }: Place): boolean =>
  route === 'station-detail' && Boolean(search['device'])

export const deviceOf = (place: Place): string | null => {
  const id = isPlainDevice(place) ? place.search['device'] : place.search['deviceId']
  return typeof id === 'string' && id !== '' && parentsOf(place)[0] === 'station-detail' ? id : null
}

const parentsOf = (place: Place): readonly RouteName[] => {
  if (isPlainDevice(place)) return ['station-detail']
  const part = partOf(place)
  return part !== null && listOf(place) === null ? [place.route] : (besideOf[place.route] ?? [])
}

/** Whether an arrow of a page leads to such as stands beside it. */
export const leadsBeside = (place: Place, to: RouteName): boolean => parentsOf(place).includes(to)

/** Whether a page stands in a pane at all; the others have the screen beside the rail to themselves. */
export const hasPanes = (place: Place): boolean => listOf(place) !== null || parentsOf(place).length > 0

export const standsInPane = (route: string, search: Place['search']): boolean =>
  hasPanes({ route: route as RouteName, search })

/** The list of a page that can be a table. */
export const tableOf = (place: Place): TableName | null => {
  const { route, search } = place
  if (route === 'station-list') return search['view'] === 'map' ? null : 'stations'
  if (route === 'station-detail' && !isPlainDevice(place))
    return search['tab'] === 'devices' ? 'devices' : null
  if (route === 'group-device-list') return search['stringId'] ? null : 'strings'
  if (route !== 'om-page') return null
  if (search['tab'] === 'orders') return 'orders'
  return search['status'] === undefined && search['days'] === undefined ? 'troubles' : 'alarms'
}

const fits = (target: Place, one: Place): boolean => {
  if (isPlainDevice(one)) return false
  const part = partOf(target)
  if (part !== null) return listOf(one) === part && one.search['stationId'] === target.search['stationId']
  if (one.route === 'upgrade-gateway-detail') return one.search['taskId'] === target.search['taskId']
  // Alarms and orders share one page: its other tab does not hold what was chosen.
  if (one.route === 'om-page')
    return (one.search['tab'] === 'orders') === target.route.startsWith('work-order')
  return true
}

const byDefault = (target: Place, route: RouteName): Place => {
  if (route === 'om-page')
    return { route, search: target.route.startsWith('work-order') ? { tab: 'orders' } : {} }
  if (route === 'upgrade-gateway-detail') return { route, search: { taskId: target.search['taskId'] } }
  if (route === 'mine-page') return { route, search: { open: 'people' } }
  if (route === 'remote-control')
    return { route, search: { stationId: target.search['stationId'], view: 'ledger' } }
  if (route === 'group-device-list' || route === 'communication-device-list')
    return { route, search: { stationId: target.search['stationId'] } }
  // Of a device its address does not say the station; its data do.
  if (route === 'station-detail')
    return { route, search: { stationId: target.search['stationId'] ?? '', tab: 'devices' } }
  return { route, search: {} }
}

/** What stands beside a page, from the left: what is shown now stays where it fits. */
export const besides = (target: Place, shown: readonly Place[]): readonly Place[] => {
  const parents = parentsOf(target)
  const [first] = parents
  if (first === undefined) return []
  const nearest =
    parents
      .map((route) => shown.find((one) => one.route === route && fits(target, one)))
      .find((one) => one !== undefined) ?? byDefault(target, first)
  return [...besides(nearest, shown), nearest]
}

const sameSearch = (part: Place['search'], whole: Place['search']): boolean =>
  Object.entries(part).every(([name, value]) => value === undefined || String(whole[name]) === String(value))

/** Whether a link leads to what is shown, whatever of it is looked at. */
export const isShown = (link: Place, shown: readonly Place[]): boolean =>
  shown.some(
    (one) =>
      (one.route === link.route || (one.route === 'work-order-flow' && link.route === 'work-order-detail')) &&
      sameSearch(ofLink(link), one.search),
  )

/** A device's link need not know its station. */
const ofLink = (link: Place): Place['search'] =>
  isPlainDevice(link) ? { device: link.search['device'] } : link.search

/** Names a pane: the same one keeps its place, its state and where it is scrolled to. */
export const nameOfPane = ({ route, search }: Place): string => {
  const ids = [
    'stationId',
    'deviceId',
    'device',
    'alarmId',
    'orderId',
    'taskId',
    'level',
    'person',
    'commandId',
    'stringId',
    'gatewayId',
  ]
  return isListRoute(route)
    ? route
    : [route, ...ids.flatMap((id) => (search[id] === undefined ? [] : [String(search[id])]))].join(' ')
}
