import { base, type AppPath } from '../../kit/navigation/app-path.ts'
import { pathTo, searches, type RouteName, type RouteOfOne, type stationPages } from '../../paths.ts'
import { id } from '../../kit/search.ts'

const ofStation = (open: (typeof stationPages)[number]): AppPath => pathTo('select-station', { open })

/** Where one chooses what a page is about. */
const choices: Readonly<Record<RouteOfOne, AppPath>> = {
  'station-detail': pathTo('station-list'),
  'om-detail': ofStation('om-detail'),
  'add-group-device': ofStation('add-group-device'),
  'group-device-list': ofStation('group-device-list'),
  'generate-power-device-config': ofStation('generate-power-device-config'),
  'communication-device-list': ofStation('communication-device-list'),
  'add-generate-power-device': ofStation('add-generate-power-device'),
  'device-topology': ofStation('device-topology'),
  'inverter-detail': pathTo('select-device', { kind: 'inverter' }),
  'optimizer-detail': pathTo('select-device', { kind: 'optimizer' }),
  'gateway-detail': pathTo('select-device', { kind: 'gateway' }),
  'shutdown-detail': pathTo('select-device', { kind: 'shutdown' }),
  'connect-device': pathTo('select-device', { kind: 'gateway', open: 'connect-device' }),
  'alarm-detail': pathTo('om-page'),
  'work-order-detail': pathTo('om-page', { tab: 'orders' }),
  'work-order-flow': pathTo('om-page', { tab: 'orders' }),
  'upgrade-gateway-detail': pathTo('device-upgrade'),
  'upgrade-gateway-level-detail': pathTo('device-upgrade'),
}

const isOfOne = (name: string): name is RouteOfOne => Object.hasOwn(choices, name)

/** The choice for a page whose address does not say what it is about; null: it says so, or need not. */
export const choiceInstead = (name: RouteName, search: Readonly<Record<string, unknown>>): AppPath | null =>
  isOfOne(name) &&
  !search['device'] &&
  Object.entries(searches[name]).some(([key, param]) => param === id && search[key] === '')
    ? choices[name]
    : null

/** The way on from a page of something that is not there: another one of its kind. */
export const choiceNow = (): AppPath | null => {
  const name = window.location.pathname.slice(base.length + 1)
  return isOfOne(name) ? choices[name] : null
}
