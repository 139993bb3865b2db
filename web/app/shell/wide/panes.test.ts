import { describe, expect, it } from 'vitest'
import { pathTo } from '../../../paths.ts'
import { placeOf } from './beside.ts'
import {
  besides,
  firstOpens,
  hasPanes,
  isShown,
  leadsBeside,
  listOf,
  nameOfPane,
  type Place,
  tableOf,
} from './panes.ts'

const at = (path: Parameters<typeof placeOf>[0]): Place => {
  const place = placeOf(path)
  if (place === null) throw new Error(`no page at ${path}`)
  return place
}
const opened = (path: Parameters<typeof at>[0]) => firstOpens(at(path))
const station = at(pathTo('station-detail', { stationId: 's', tab: 'devices' }))
const routes = (places: readonly Place[]): string[] => places.map(({ route }) => route)

describe('what stands beside a page on a wide screen', () => {
  it('is the list by default when an address was opened directly', () => {
    expect(besides(at(pathTo('alarm-detail', { alarmId: 'a' })), [])).toEqual([
      { route: 'om-page', search: {} },
    ])
    expect(besides(at(pathTo('work-order-detail', { orderId: 'o' })), [])).toEqual([
      { route: 'om-page', search: { tab: 'orders' } },
    ])
    expect(besides(at(pathTo('home')), [])).toEqual([])
  })

  it('is the list as it was filtered', () => {
    const filtered = at(pathTo('om-page', { level: 'important', status: 'closed' }))
    expect(besides(at(pathTo('alarm-detail', { alarmId: 'a' })), [filtered])).toEqual([filtered])
  })

  it('is the tab of the list that holds such things', () => {
    const alarms = at(pathTo('om-page', { level: 'important' }))
    const [list] = besides(at(pathTo('work-order-detail', { orderId: 'o' })), [alarms])
    expect(list).toEqual({ route: 'om-page', search: { tab: 'orders' } })
  })

  it('is where somebody came from, with what stands beside that', () => {
    const list = at(pathTo('station-list', { condition: 'fault' }))
    const alarm = at(pathTo('alarm-detail', { alarmId: 'a' }))
    expect(besides(alarm, [list, station])).toEqual([list, station])
    const mine = at(pathTo('my-work-order', { list: 'review' }))
    expect(besides(at(pathTo('work-order-flow', { orderId: 'o' })), [mine])).toEqual([mine])
  })

  it('is the station of a device, also of one without a route of its own', () => {
    const inverter = at(pathTo('inverter-detail', { deviceId: 'd' }))
    expect(routes(besides(inverter, []))).toEqual(['station-list', 'station-detail'])
    const meter = at(pathTo('station-detail', { stationId: '', device: 'm' }))
    expect(besides(meter, [station]).at(-1)).toEqual(station)
    expect(routes(besides(meter, [meter]))).toEqual(['station-list', 'station-detail'])
  })

  it('is the task of a level of an upgrade, and no other', () => {
    const level = at(pathTo('upgrade-gateway-level-detail', { taskId: 't', level: 'optimizer' }))
    const other = at(pathTo('upgrade-gateway-detail', { taskId: 'other' }))
    expect(besides(level, [other]).at(-1)).toEqual({
      route: 'upgrade-gateway-detail',
      search: { taskId: 't' },
    })
  })

  it('is the people of whoever is one of them, and the ledger of a command', () => {
    const person = at(pathTo('mine-page', { open: 'people', person: 'p' }))
    const people = at(pathTo('mine-page', { open: 'people' }))
    expect(besides(person, []).map(nameOfPane)).toEqual([nameOfPane(people)])
    expect(besides(person, [people])).toEqual([people])
    expect([hasPanes(people), listOf(people), listOf(person)]).toEqual([true, 'people', null])
    const command = at(pathTo('remote-control', { stationId: 's', view: 'ledger', commandId: 'c' }))
    const failed = at(pathTo('remote-control', { stationId: 's', view: 'ledger', outcome: 'fail' }))
    const other = at(pathTo('remote-control', { stationId: 'other', view: 'ledger' }))
    expect(besides(command, [failed])).toEqual([failed])
    expect(besides(command, [other])).toEqual([
      { route: 'remote-control', search: { stationId: 's', view: 'ledger' } },
    ])
    expect(new Set([person, people, command, failed].map(nameOfPane)).size).toBe(4)
    for (const path of [
      pathTo('remote-control', { stationId: 's' }),
      pathTo('remote-control', { stationId: 's', view: 'ledger', controlId: 'x' }),
      pathTo('mine-page', { open: 'messages' }),
    ])
      expect(hasPanes(at(path))).toBe(false)
  })

  it('is the strings or the gateways of a station beside one of them', () => {
    const strings = at(pathTo('group-device-list', { stationId: 's' }))
    const string = at(pathTo('group-device-list', { stationId: 's', stringId: 'x', day: '2026-11-27' }))
    expect([listOf(strings), listOf(string), tableOf(strings), tableOf(string)]).toEqual([
      'strings',
      null,
      'strings',
      null,
    ])
    expect(besides(string, [])).toEqual([strings])
    const gateways = at(pathTo('communication-device-list', { stationId: 's' }))
    const gateway = at(pathTo('communication-device-list', { stationId: 's', gatewayId: 'g' }))
    expect([listOf(gateways), listOf(gateway)]).toEqual(['gateways', null])
    expect(besides(gateway, [strings])).toEqual([gateways])
    expect(new Set([strings, string, gateways, gateway].map(nameOfPane)).size).toBe(4)
  })

  it('is opened of the first row of a list, where such a row opens something that nobody has to fill in', () => {
    expect(opened(pathTo('om-page'))).toBe('alarm-detail')
    expect(opened(pathTo('om-page', { tab: 'orders' }))).toBe('work-order-detail')
    expect(opened(pathTo('device-upgrade'))).toBe('upgrade-gateway-detail')
    expect(opened(pathTo('group-device-list', { stationId: 's' }))).toBe('group-device-list')
    for (const path of [
      pathTo('device-upgrade', { tab: 'packages' }),
      pathTo('station-list'),
      pathTo('mine-page', { open: 'people' }),
      pathTo('alarm-detail', { alarmId: 'a' }),
      pathTo('group-device-list', { stationId: 's', stringId: 'x' }),
    ])
      expect(opened(path)).toBeNull()
  })

  it('is what an arrow back would lead to, also where it leads to another list of such', () => {
    expect(leadsBeside(at(pathTo('work-order-detail', { orderId: 'o' })), 'om-page')).toBe(true)
    expect(leadsBeside(at(pathTo('work-order-flow', { orderId: 'o' })), 'work-order-detail')).toBe(false)
  })

  it('each list that can be a table has a name of its own', () => {
    const names = [
      pathTo('station-list'),
      pathTo('station-detail', { stationId: 's', tab: 'devices' }),
      pathTo('om-page'),
      pathTo('om-page', { status: 'closed' }),
      pathTo('om-page', { tab: 'orders' }),
    ].map((path) => tableOf(at(path)))
    expect(names).toEqual(['stations', 'devices', 'troubles', 'alarms', 'orders'])
    expect(tableOf(at(pathTo('station-list', { view: 'map' })))).toBeNull()
  })

  it('forms, tools and what is read have the screen to themselves', () => {
    for (const path of [pathTo('home'), pathTo('create-or-edit-station'), pathTo('mine-page')])
      expect(hasPanes(at(path))).toBe(false)
    for (const path of [pathTo('station-list'), pathTo('om-page'), pathTo('device-upgrade')])
      expect(hasPanes(at(path))).toBe(true)
  })
})

describe('a row', () => {
  it('is marked whatever is looked at of what it leads to', () => {
    const shown = [at(pathTo('station-detail', { stationId: 's', tab: 'orders', period: 'year' }))]
    expect(isShown(at(pathTo('station-detail', { stationId: 's' })), shown)).toBe(true)
    expect(isShown(at(pathTo('station-detail', { stationId: 'other' })), shown)).toBe(false)
    const flow = [at(pathTo('work-order-flow', { orderId: 'o' }))]
    expect(isShown(at(pathTo('work-order-detail', { orderId: 'o' })), flow)).toBe(true)
  })
})

describe('a pane', () => {
  it('stays the same while its filters change, and is another for something else', () => {
    expect(nameOfPane(at(pathTo('om-page', { search: 'x' })))).toBe(nameOfPane(at(pathTo('om-page'))))
    const named = (alarmId: string) => nameOfPane(at(pathTo('alarm-detail', { alarmId })))
    expect(named('a')).not.toBe(named('b'))
  })
})
