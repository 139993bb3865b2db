// The address of every route, and of the views that a route has beside its first, for what there is in a world.
import type { Page } from '@playwright/test'
import { type RouteName, searches } from '#web/paths.ts'
import { writeSearch } from '#web/kit/search.ts'

export type PageToSee = { route: RouteName; path: string }
type Named = { id: string; name: string }
type Ids = Partial<
  Record<
    'station' | 'gateway' | 'inverter' | 'optimizer' | 'shutdown' | 'string' | 'alarm' | 'order' | 'task',
    string
  >
>

const findIds = async (page: Page, url: string): Promise<Ids> => {
  const read = async <T>(path: string): Promise<T> =>
    (await (await page.request.get(`${url}/api/${path}`)).json()) as T
  const ids: Ids = {}
  const { stations } = await read<{ stations: Named[] }>('stations?limit=100')
  // The one with optimizers tells most; kinds that it lacks come from wherever they are.
  for (const { id } of stations.toSorted(
    (a, b) => Number(b.name.startsWith('Landshut')) - Number(a.name.startsWith('Landshut')),
  )) {
    ids.station ??= id
    type Device = { id: string; kind: 'gateway' | 'inverter' | 'optimizer' | 'shutdown' }
    const { devices } = await read<{ devices: Device[] }>(`stations/${id}/devices`)
    for (const device of devices) ids[device.kind] ??= device.id
    if (ids.string === undefined) {
      const [string] = (await read<{ strings: Named[] }>(`stations/${id}/array`)).strings
      if (string) ids.string = string.id
    }
  }
  const [alarm] = (await read<{ alarms: Named[] }>('alarms?limit=1')).alarms
  const working = (await read<{ orders: Named[] }>('orders?status=in_progress&limit=1')).orders
  const [order] = working.length > 0 ? working : (await read<{ orders: Named[] }>('orders?limit=1')).orders
  const [task] = (await read<{ tasks: Named[] }>('upgrade-tasks?limit=1')).tasks
  return {
    ...ids,
    ...(alarm && { alarm: alarm.id }),
    ...(order && { order: order.id }),
    ...(task && { task: task.id }),
  }
}

/** Further views of a route. */
const views: Partial<Record<RouteName, Record<string, string>[]>> = {
  'station-list': [{ view: 'map' }],
  'station-detail': [{ tab: 'devices' }, { tab: 'orders' }, { tab: 'information' }],
  'om-page': [{ tab: 'orders' }],
  'generate-power-device-config': [{ view: 'layout' }],
  'remote-control': [{ view: 'board' }, { view: 'ledger' }],
  'device-topology': [{ view: 'tree' }],
  'device-upgrade': [{ tab: 'packages' }],
}
/** They mean something else with an object. */
const alone: readonly RouteName[] = ['create-or-edit-station', 'om-page', 'select-device', 'select-deviceSn']

/** Every page for whoever is signed in on the page. What a world has none of is asked for all the same. */
export const everyPage = async (page: Page, url: string): Promise<PageToSee[]> => {
  const ids = await findIds(page, url)
  const deviceOf = (route: RouteName): string | undefined => {
    if (route.startsWith('optimizer')) return ids.optimizer
    if (route.startsWith('gateway')) return ids.gateway
    return route.startsWith('shutdown') ? ids.shutdown : ids.inverter
  }
  const none = '00000000-0000-4000-8000-000000000000'
  return (Object.keys(searches) as RouteName[]).flatMap((route) => {
    const known: Record<string, string | undefined> = {
      stationId: ids.station ?? none,
      alarmId: ids.alarm ?? none,
      orderId: ids.order ?? none,
      taskId: ids.task ?? none,
      ...(route.endsWith('-detail') && { deviceId: deviceOf(route) ?? none }),
      ...(route === 'connect-device' && { gatewayId: ids.gateway ?? none }),
      ...(route === 'upgrade-gateway-level-detail' && { level: 'gateway' }),
    }
    const wanted = Object.keys(searches[route]).flatMap((name) =>
      known[name] === undefined || alone.includes(route) ? [] : [[name, known[name]] as const],
    )
    const search = Object.fromEntries(wanted)
    const at = (more: Record<string, string> = {}): PageToSee => ({
      route,
      path: `${route}${writeSearch({ ...search, ...more })}`,
    })
    return [at(), ...(views[route] ?? []).map(at)]
  })
}
