import { describe, expect, it } from 'vitest'
import { stationDevice } from '../../../app/data/station-device.fixture.ts'
import type { DeviceData } from '../use-array.ts'
import { foundIn, keyOfMark, openAtFirst, prune, restsWith, rowsOf, treeOf, wayTo } from './rows.ts'

const device = (id: string, kind: DeviceData['kind'], more: Partial<DeviceData> = {}): DeviceData =>
  stationDevice(id, kind, {
    gatewayId: kind === 'gateway' ? null : 'g',
    state: 'normal',
    lastAt: 1,
    ...more,
  })
const strings = [
  {
    id: 'x',
    inverterId: 'i',
    mpptNo: 2,
    no: 1,
    name: 'East',
    capacityW: null,
    version: 1,
    members: { optimizers: 2, shutdowns: 0 },
  },
]
const devices = [
  device('g', 'gateway'),
  device('i', 'inverter', { powerW: 900 }),
  device('o2', 'optimizer', { parentId: 'i', stringNo: 1, position: 2, powerW: 210 }),
  device('o1', 'optimizer', { parentId: 'i', stringNo: 1, position: 1, powerW: 200, state: 'disconnected' }),
  device('o9', 'optimizer', { parentId: 'i', stringNo: 2, position: 1 }),
  device('r1', 'shutdown', { parentId: 'i', stringNo: 2, position: 1 }),
]
const root = treeOf('s', devices, strings)
const shape = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ node, level }) => `${level} ${node.kind} ${node.device?.id ?? node.no}`)

const made = (wh: number) => ({ night: { day: 'today', wh } }) as const

describe('the tree', () => {
  it('goes from the station by gateway, inverter, MPPT and string to each device', () => {
    expect(shape(rowsOf(root, null))).toEqual([
      '1 station null',
      '2 gateway g',
      '3 inverter i',
      '4 mppt 2',
      '5 string 1',
      '6 device o1',
      '6 device o2',
      '4 string 2',
      '5 device o9',
      '5 device r1',
    ])
  })
  it('sums what is below, and unknown is not 0', () => {
    const byKey = new Map(rowsOf(root, null).map(({ node }) => [node.key, node]))
    expect(byKey.get('i/s1')).toMatchObject({ powerW: 410, count: 2, troubled: 1 })
    expect(byKey.get('i/m2')).toMatchObject({ powerW: 410, count: 2 })
    expect(byKey.get('i/s2')?.powerW).toBeNull()
    expect(root).toMatchObject({ count: 6, troubled: 1, powerW: 900 })
  })
  it('sums what was made by night in the same way, of who is silent too', () => {
    const night = treeOf(
      's',
      devices.map((one) =>
        one.id === 'i' ? { ...one, ...made(950) } : one.id === 'o1' ? { ...one, ...made(450) } : one,
      ),
      strings,
    )
    const byKey = new Map(rowsOf(night, null).map(({ node }) => [node.key, node.nightWh]))
    expect(['s', 'g', 'i', 'i/m2', 'i/s1', 'o1', 'o2', 'i/s2'].map((key) => byKey.get(key))).toEqual([
      950,
      950,
      950,
      450,
      450,
      450,
      null,
      null,
    ])
  })
  it('shows what was made in every row but those through which energy only flows', () => {
    const meter = treeOf('s', [device('m', 'meter', { gatewayId: null })], [])
    const restOf = (one: typeof root) => rowsOf(one, null).map(({ node }) => restsWith(node))
    expect(restOf(meter)).toEqual([true, true, false])
    expect(restOf(root)).toEqual([true, true, true, true, true, true, true, true, true, false])
  })
  it('opens down to the strings at first', () => {
    expect(shape(rowsOf(root, openAtFirst(root))).at(-1)).toBe('4 string 2')
  })
  it('knows the way down to what a link led to: a device, or a string by its id', () => {
    expect(wayTo(root, keyOfMark('o2', strings))).toEqual(['s', 'g', 'i', 'i/m2', 'i/s1', 'o2'])
    expect(wayTo(root, keyOfMark('x', strings))).toEqual(['s', 'g', 'i', 'i/m2', 'i/s1'])
    expect(wayTo(root, keyOfMark('gone', strings))).toBeNull()
  })
  it('a search keeps what was found and what it hangs under', () => {
    const found = foundIn(devices, 'sno9')
    expect(found).toEqual(new Set(['o9']))
    const part = prune(root, found ?? new Set())
    expect(part ? shape(rowsOf(part, null)).at(-1) : null).toBe('5 device o9')
    expect(prune(root, new Set(['nobody']))).toBeNull()
    expect(foundIn(devices, '  ')).toBeNull()
  })
})
