import { describe, expect, it } from 'vitest'
import { stationDevice } from '../../app/data/station-device.fixture.ts'
import { findDevices, groupDevices, isTroubled, sumPower } from './device-groups.ts'
import type { DeviceData } from './station-queries.ts'

const device = (id: string, kind: DeviceData['kind'], more: Partial<DeviceData> = {}): DeviceData =>
  stationDevice(id, kind, { sn: id.toUpperCase(), state: 'normal', ...more })
const panel = (
  id: string,
  parentId: string | null,
  stringNo: number | null,
  position: number | null = null,
) => device(id, 'optimizer', { gatewayId: 'g1', parentId, stringNo, position })

describe('devices of a station', () => {
  const devices = [
    panel('o3', 'i1', 2, 1),
    panel('o2', 'i1', 1, 2),
    panel('o1', 'i1', 1, 1),
    panel('o4', 'i1', null),
    panel('o5', 'gone', 7),
    device('i10', 'inverter', { gatewayId: 'g1', name: '逆变器10' }),
    device('i1', 'inverter', { gatewayId: 'g1', name: '逆变器2' }),
    device('i3', 'inverter', { gatewayId: 'removed' }),
    device('g1', 'gateway'),
    device('g2', 'gateway'),
  ]
  const groups = groupDevices(devices)
  it('stand under their gateway and inverter, by string and position', () => {
    expect(groups.map(({ gateway }) => gateway?.id)).toEqual(['g1', 'g2', undefined])
    const [first] = groups
    expect(first?.inverters.map(({ inverter }) => inverter.id)).toEqual(['i1', 'i10'])
    expect(first?.inverters[0]?.strings.map(({ no, members }) => [no, members.map(({ id }) => id)])).toEqual([
      [1, ['o1', 'o2']],
      [2, ['o3']],
      [null, ['o4']],
    ])
    expect(first?.loose.map(({ no }) => no)).toEqual([7])
  })
  it('the dead ones stand first', () => {
    const [first] = groupDevices([
      device('g', 'gateway'),
      device('i1', 'inverter', { gatewayId: 'g' }),
      device('i2', 'inverter', { gatewayId: 'g', state: 'shutdown' }),
      device('i3', 'inverter', { gatewayId: 'g', online: false, lastAt: 1 }),
    ])
    expect(first?.inverters.map(({ inverter }) => inverter.id)).toEqual(['i2', 'i3', 'i1'])
  })
  it('none is lost and none stands twice', () => {
    const shown = groups.flatMap(({ gateway, inverters, loose }) => [
      ...(gateway ? [gateway.id] : []),
      ...inverters.flatMap(({ inverter, strings }) => [
        inverter.id,
        ...strings.flatMap(({ members }) => members.map(({ id }) => id)),
      ]),
      ...loose.flatMap(({ members }) => members.map(({ id }) => id)),
    ])
    expect(shown.sort()).toEqual(devices.map(({ id }) => id).sort())
  })
  it('give nothing for nothing', () => {
    expect(groupDevices([])).toEqual([])
  })
})

describe('figures of a string', () => {
  it('an unknown power is not 0', () => {
    expect(sumPower([device('a', 'optimizer'), device('b', 'optimizer')])).toBeNull()
    expect(sumPower([device('a', 'optimizer'), device('b', 'optimizer', { powerW: 0 })])).toBe(0)
    expect(
      sumPower([device('a', 'optimizer', { powerW: 120 }), device('b', 'optimizer', { powerW: 80 })]),
    ).toBe(200)
  })
  it('silent and shut down need a look; standby at night and what was never heard do not', () => {
    const inverter = { kind: 'inverter', online: true, state: 'normal' } as const
    expect(isTroubled({ ...inverter, online: false, state: 'disconnected' })).toBe(true)
    expect(isTroubled({ ...inverter, state: 'shutdown' })).toBe(true)
    expect(isTroubled({ ...inverter, state: 'standby' })).toBe(false)
    expect(isTroubled({ ...inverter, online: false, state: null })).toBe(false)
    expect(isTroubled({ ...inverter, kind: 'gateway', online: false })).toBe(true)
  })
})

describe('a search among devices', () => {
  const devices = [
    device('a', 'inverter', { sn: 'SE17K-7E1', name: '南侧 1 号', model: 'SG110CX' }),
    device('b', 'optimizer', { sn: '123456789012' }),
  ]
  const ids = (typed: string) => findDevices(devices, typed).map(({ id }) => id)
  it('finds by name, model and serial, whatever its dashes, spaces and width', () => {
    expect(ids('se17k7e1')).toEqual(['a'])
    expect(ids('1234 5678')).toEqual(['b'])
    expect(ids('ＳＧ110')).toEqual(['a'])
    expect(ids('南侧')).toEqual(['a'])
    expect(ids('-')).toEqual([])
    expect(ids('  ')).toEqual(['a', 'b'])
  })
})
