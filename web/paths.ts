import type { AppPath } from './kit/navigation/app-path.ts'
import { alarmLevels, alarmStatuses } from '#domain/alarms/alarm-states.ts'
import { deviceKinds, upgradableKinds, type DeviceKind } from '#domain/devices/kinds.ts'
import {
  attentionReasons,
  stationConditions,
  stationSorts,
  stationTypes,
} from '#domain/stations/station-kinds.ts'
import { orderPriorities, orderStatuses, orderTypes } from '#domain/work-orders/order-states.ts'
import {
  choice,
  flag,
  id,
  monthOrYear,
  period,
  text,
  writeSearch,
  type SearchInput,
  type SearchOf,
} from './kit/search.ts'

/** Without one the open ones. */
const alarmLists = [...alarmStatuses, 'all'] as const
const orderLists = [...orderStatuses, 'all'] as const
/** By installed capacity: below 10 kW, 100 kW, 1 MW and 10 MW, and from there on. */
const capacityBands = ['below_10kw', 'below_100kw', 'below_1mw', 'below_10mw', 'from_10mw'] as const
/** Pages that belong to one station and that a tool can lead to once it is chosen. */
export const stationPages = [
  'station-detail',
  'add-communication-device',
  'add-generate-power-device',
  'communication-device-list',
  'generate-power-device-config',
  'add-group-device',
  'group-device-list',
  'device-topology',
  'fullscreen-chart',
  'om-detail',
  'remote-control',
] as const
const helpPages = [
  'rights',
  'station',
  'start',
  'scanning',
  'layout',
  'activation',
  'states',
  'alarms',
  'orders',
  'control',
  'shutdown',
  'upgrade',
  'offline',
  'gateway',
  'numbers',
  'ages',
] as const
/** The sections of a device's page. */
const deviceParts = ['now', 'curve', 'strings', 'children', 'trouble', 'control', 'sheet'] as const
export type DevicePart = (typeof deviceParts)[number]
/** `signals`: lines of its curve, `days`: others beside the one shown; both divided by commas. */
const deviceView = { part: choice(...deviceParts), signals: text, days: text } as const
const periods = choice('day', 'month', 'year', 'lifetime')

/** Every route of the app with its search parameters. The names are the specification's. */
export const searches = {
  /** `report`: the month (`2026-11`) or year of all stations that is reported. */
  home: { report: monthOrYear, wall: flag },
  'station-list': {
    search: text,
    condition: choice(...stationConditions),
    type: choice(...stationTypes),
    country: text,
    region: text,
    capacity: choice(...capacityBands),
    sort: choice(...stationSorts),
    view: choice('map'),
    /** An administrator's deleted stations. */
    deleted: flag,
    favourite: flag,
    groupId: text,
    companyId: text,
  },
  'station-detail': {
    stationId: id,
    tab: choice('overview', 'devices', 'orders', 'information'),
    period: periods,
    of: period,
    /** A device whose kind has no route of its own; it tells its station. `metric`: which of its curves. */
    device: text,
    metric: text,
    ...deviceView,
  },
  'create-or-edit-station': { stationId: text, created: flag },
  'inverter-detail': { deviceId: id, period: periods, of: period, metric: text, ...deviceView },
  'optimizer-detail': { deviceId: id, period: periods, of: period, metric: text, ...deviceView },
  'gateway-detail': { deviceId: id, part: deviceView.part },
  'shutdown-detail': { deviceId: id, period: periods, of: period, metric: text, ...deviceView },
  /** `way`: without one, or with `login`, a gateway by its serial number. `pairingId`: an edge is waited for. `replaces`: a gateway whose place it takes. */
  'add-communication-device': {
    stationId: text,
    gatewayId: text,
    way: choice('server', 'site', 'login'),
    pairingId: text,
    replaces: text,
  },
  /** `person`: one of the people of the company. */
  'mine-page': { open: choice('messages', 'people', 'companies'), person: text },
  'om-page': {
    tab: choice('alarms', 'orders'),
    reason: choice(...attentionReasons),
    search: text,
    level: choice(...alarmLevels),
    status: choice(...alarmLists),
    kind: choice(...deviceKinds),
    /** Of the last so many days. */
    days: choice('7', '30', '365'),
    /** Of orders. Without one the open ones. */
    state: choice(...orderLists),
    type: choice(...orderTypes),
    priority: choice(...orderPriorities),
    overdue: flag,
    /** Who has the orders: a person, or `none`. */
    handler: text,
    /** What is wrong, or orders, at one station; or at those of a group. */
    stationId: text,
    groupId: text,
  },
  'service-page': { help: choice(...helpPages), tool: choice('registry') },
  'add-group-device': { stationId: id, stringId: text, inverterId: text },
  /** `stringId`: the one that is shown alone, on its `day`. */
  'group-device-list': { stationId: id, stringId: text, day: text },
  'generate-power-device-config': { stationId: id, view: choice('layout'), areaId: text },
  /** `gatewayId`: whose checks are open. */
  'communication-device-list': { stationId: id, gatewayId: text },
  /** The gateway, inverter and number of the string that are filled, when that is known. */
  'add-generate-power-device': { stationId: id, gatewayId: text, inverterId: text, string: text },
  'connect-device': { gatewayId: id },
  /** Pickers: `ask` names the question of the page that waits for the choice. */
  'select-compony': { ask: text, many: flag },
  /** `open`: no page waits; the page that the chosen station is opened in. */
  'select-station': { ask: text, many: flag, open: choice(...stationPages) },
  /** `kind`: shown first. `open`: no page waits; the page that the chosen device is opened in, else its own. */
  'select-device': {
    ask: text,
    stationId: text,
    many: flag,
    kind: choice(...deviceKinds),
    open: choice('connect-device'),
  },
  /** A station's or a device's chart; `with` other devices and `days` other days to compare, divided by commas. */
  'fullscreen-chart': {
    stationId: text,
    deviceId: text,
    with: text,
    period: periods,
    of: period,
    days: text,
    metric: text,
    line: text,
    signals: text,
    /** Other stations whose power or energy stands beside, divided by commas. */
    stations: text,
    /** Bars: those of a year before beside them. */
    before: flag,
  },
  'alarm-detail': { alarmId: id },
  'work-order-detail': { orderId: id },
  'work-order-flow': { orderId: id },
  /** `alarms`: their ids, divided by commas. `about`: an alarm that a repair order is about without taking it. */
  'add-work-order': {
    stationId: text,
    deviceId: text,
    alarms: text,
    about: text,
    type: choice(...orderTypes),
  },
  'select-deviceSn': { ask: text, stationId: text, many: flag },
  /** `report`: the month (`2026-11`) or year that is reported; without one the maintenance record. */
  'om-detail': { stationId: id, days: choice('30', '90', '365'), report: monthOrYear },
  'user-privacy-agreement': {},
  /** `show`: of the tasks, without one all. `packageId`: whose sheet is open. */
  'device-upgrade': {
    tab: choice('tasks', 'packages'),
    show: choice('open', 'ended', 'all'),
    search: text,
    gatewayId: text,
    packageId: text,
  },
  /** `controlId`: what was asked in one go, with its results. `commandId`: one of the ledger. `deviceId`: chosen already. */
  'remote-control': {
    stationId: text,
    deviceId: text,
    view: choice('board', 'ledger'),
    controlId: text,
    commandId: text,
    outcome: choice('success', 'fail', 'in_progress', 'abnormal'),
  },
  /** `at`: the past instant that is shown, epoch ms. What is marked: a device, of an inverter one MPPT, or a string. */
  'device-topology': {
    stationId: id,
    view: choice('layout', 'tree'),
    metric: choice('power', 'energy', 'voltage', 'temperature'),
    at: text,
    deviceId: text,
    mppt: text,
    stringId: text,
  },
  /** `packageId`: what stands in the way is said of this package. */
  'select-upgrade-device': { ask: text, packageId: text, many: flag },
  'my-work-order': { list: choice('accept', 'do', 'review', 'created', 'done') },
  /** Chosen already. */
  'new-upgrade-task': { packageId: text, gatewayId: text },
  'upgrade-gateway-detail': { taskId: id },
  'upgrade-gateway-level-detail': {
    taskId: id,
    level: choice(...upgradableKinds),
    status: choice('waiting', 'writing', 'verifying', 'updated', 'failed'),
  },
} as const

export type RouteName = keyof typeof searches
export type PageSearch<N extends RouteName> = SearchOf<(typeof searches)[N]>
type Given<N extends RouteName> = SearchInput<(typeof searches)[N]>
/** Pages that are about one thing, which their address has to name. */
export type RouteOfOne = {
  [N in RouteName]: Record<never, unknown> extends Given<N> ? never : N
}[RouteName]

/** The path of a page: `pathTo('station-detail', { stationId })`. */
export const pathTo = <N extends RouteName>(
  name: N,
  ...[search]: Record<never, unknown> extends Given<N> ? [Given<N>?] : [Given<N>]
): AppPath => `/${name}${writeSearch({ ...search })}` as AppPath

type PagedKind = { [Kind in DeviceKind]: `${Kind}-detail` extends RouteName ? Kind : never }[DeviceKind]
/** Whether devices of a kind have a route of their own. */
export const hasOwnPage = (kind: DeviceKind): kind is PagedKind => Object.hasOwn(searches, `${kind}-detail`)

/** The page of a device by its kind; without one of its own it opens at its station, which the device tells. */
export const pathToDevice = (kind: DeviceKind, deviceId: string): AppPath =>
  hasOwnPage(kind)
    ? pathTo(`${kind}-detail`, { deviceId })
    : pathTo('station-detail', { stationId: '', device: deviceId })

/** The four pages that the tab bar leads to. */
export const tabRoutes = [
  'home',
  'om-page',
  'service-page',
  'mine-page',
] as const satisfies readonly RouteName[]
