import { describe, expect, it } from 'vitest'
import type { Order } from './use-orders.ts'
import { onlyAlarm, whereOf } from './where-of.ts'

const station = { id: 's', name: 'Roof', timeZone: 'UTC' }
const inverter = { id: 'i', kind: 'inverter' as const, sn: 'A1', name: '' }
const alarm = (code: string, ...instances: string[]) =>
  ({
    id: `a ${code}`,
    code,
    kept: true,
    device: inverter,
    items: instances.map((instance) => ({ instance, joined: null, kept: true, clearedAt: null })),
  }) as unknown as Order['content'][number]
const order = (given: Partial<Order>): Order =>
  ({ station, device: null, about: null, content: [], name: '', description: '', ...given }) as Order

describe('where an order is', () => {
  it('is its station alone while it names no device', () => {
    expect(whereOf(order({}))).toEqual({
      device: null,
      part: null,
      to: '/station-detail?stationId=s',
    })
  })

  it('is among the strings of its station where words alone name one', () => {
    const texts = ['组串 2 更换接头', 'Replace the plugs of string 2', 'MPPT5', 'Stringent look at 5 roofs']
    expect(texts.map((name) => whereOf(order({ name })).to)).toEqual([
      '/group-device-list?stationId=s',
      '/group-device-list?stationId=s',
      '/group-device-list?stationId=s',
      '/station-detail?stationId=s',
    ])
  })

  it('is the tracker or string that its only alarm is about, among the strings of its inverter', () => {
    const tracker = whereOf(order({ content: [alarm('2013', 'MPPT 5')] }))
    expect([tracker.part, tracker.to]).toEqual([{ mppt: '5' }, '/inverter-detail?deviceId=i&part=strings'])
    const several = whereOf(order({ content: [alarm('2013', 'MPPT 5', 'MPPT 6')] }))
    expect([several.part, several.to]).toEqual([null, '/inverter-detail?deviceId=i'])
  })

  it('is the page of a gateway, and the place of a module on the roof', () => {
    const kinds = ['gateway', 'optimizer'] as const
    expect(kinds.map((kind) => whereOf(order({ device: { ...inverter, kind } })).to)).toEqual([
      '/gateway-detail?deviceId=i',
      '/device-topology?stationId=s&deviceId=i',
    ])
  })

  it('has no only alarm when there are two, or one was taken out beside it', () => {
    const [one, two] = [alarm('2013', '1'), alarm('2014', '1')]
    expect(onlyAlarm({ content: [one, two] })).toBeNull()
    expect(onlyAlarm({ content: [one, { ...two, kept: false }] })).toBeNull()
    expect(onlyAlarm({ content: [one] })).toBe(one)
  })
})
