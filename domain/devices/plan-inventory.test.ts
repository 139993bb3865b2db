import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KnownDevice, ReportedDevice } from './plan-inventory.ts'
import { DEVICES_OF_GATEWAY, DEVICES_OF_STATION, planInventory } from './plan-inventory.ts'

const gateway = { id: 'g1', stationId: 's1' }
const inverter = (sn: string): ReportedDevice => ({ sn, t: 'inverter' })
const known = (given: Partial<KnownDevice>): KnownDevice => ({
  id: 'd1',
  snKey: 'SE17K0001',
  kind: 'inverter',
  stationId: 's1',
  gatewayId: 'g1',
  reportedByGateway: true,
  missing: false,
  ...given,
})

describe('what an inventory means', () => {
  it.each<[string, KnownDevice[], 'create' | 'update' | 'quarantine']>([
    ['nobody knows the serial', [], 'create'],
    ['it is the own child', [known({})], 'update'],
    ['it was typed in at the own station', [known({ gatewayId: null, reportedByGateway: false })], 'update'],
    [
      'it was typed in under another gateway of the own station',
      [known({ gatewayId: 'g2', reportedByGateway: false })],
      'update',
    ],
    [
      'it was typed in at another station',
      [known({ stationId: 's2', gatewayId: 'g2', reportedByGateway: false })],
      'create',
    ],
    ['another gateway reported it', [known({ stationId: 's2', gatewayId: 'g2' })], 'quarantine'],
    [
      'another gateway reported it once and misses it now',
      [known({ gatewayId: 'g2', missing: true })],
      'quarantine',
    ],
    ['it is a gateway', [known({ kind: 'gateway', gatewayId: null })], 'quarantine'],
  ])('D4: when %s', (_when, devices, expected) => {
    const plan = planInventory(gateway, [inverter('se17k-0001')], devices)
    expect({
      create: plan.create.length,
      update: plan.update.length,
      quarantine: plan.quarantine.length,
    }).toEqual({
      create: 0,
      update: 0,
      quarantine: 0,
      [expected]: 1,
    })
  })

  it('a gateway that makes up serials fills neither its own list nor the station; who is known stays', () => {
    const behind = Array.from({ length: DEVICES_OF_GATEWAY - 2 }, (_, no) =>
      known({ id: `d${no}`, snKey: `KNOWN${no}` }),
    )
    const reported = ['KNOWN-1', 'NEWCOMER-1', 'NEWCOMER-2', 'NEWCOMER-3', 'NEWCOMER-4'].map(inverter)
    const plan = planInventory(gateway, reported, behind)
    expect(plan.update.map(({ id }) => id)).toEqual(['d1'])
    expect(plan.create.map(({ snKey }) => snKey)).toEqual(['NEWCOMER1', 'NEWCOMER2'])
    expect(plan.quarantine.map(({ snKey, reason }) => [snKey, reason])).toEqual([
      ['NEWCOMER3', 'too_many'],
      ['NEWCOMER4', 'too_many'],
    ])
    const full = planInventory(gateway, reported, [known({})], new Set(), DEVICES_OF_STATION - 2)
    expect([full.create.length, full.quarantine.length]).toEqual([1, 4])
  })

  it('lets the row that was typed in elsewhere give way', () => {
    const typed = known({ id: 'typed', stationId: 's2', gatewayId: null, reportedByGateway: false })
    expect(planInventory(gateway, [inverter('SE17K0001')], [typed]).create[0]?.replaces).toBe('typed')
  })

  it('does not bring back what a person has replaced, unless they add it again', () => {
    const replaced = new Set(['SE17K0001'])
    expect(planInventory(gateway, [inverter('SE17K-0001')], [], replaced)).toMatchObject({
      create: [],
      quarantine: [{ snKey: 'SE17K0001', reason: 'replaced' }],
    })
    expect(planInventory(gateway, [inverter('SE17K-0001')], [known({})], replaced).update).toHaveLength(1)
  })

  it('refuses what is no serial and counts a serial named twice once', () => {
    const plan = planInventory(gateway, [inverter('A+BC'), inverter('SE17K0001'), inverter('SE17K-0001')], [])
    expect(plan.quarantine).toEqual([{ sn: 'A+BC', snKey: 'A+BC', reason: 'serial' }])
    expect(plan.create).toHaveLength(1)
  })

  it('marks children that are no longer named, once', () => {
    const children = [known({ id: 'a', snKey: 'A10001' }), known({ id: 'b', snKey: 'B10001', missing: true })]
    expect(planInventory(gateway, [], children).missing).toEqual(['a'])
    expect(planInventory(gateway, [inverter('A10001')], children).missing).toEqual([])
  })

  it('D4: never takes from another gateway what that one reported, whatever is reported', () => {
    const serials = fc.constantFrom('A10001', 'B10001', 'C10001', 'D10001')
    const device = fc.record({
      id: fc.uuid(),
      snKey: serials,
      kind: fc.constantFrom('inverter' as const, 'optimizer' as const, 'gateway' as const),
      stationId: fc.constantFrom('s1', 's2'),
      gatewayId: fc.constantFrom('g1', 'g2', null),
      reportedByGateway: fc.boolean(),
      missing: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(device, { selector: ({ snKey }) => snKey }),
        fc.array(serials),
        (devices, reported) => {
          const plan = planInventory(gateway, reported.map(inverter), devices)
          const touched = new Set([
            ...plan.update.map(({ id }) => id),
            ...plan.create.map(({ replaces }) => replaces),
            ...plan.missing,
          ])
          const foreign = devices.filter(
            (one) => one.kind === 'gateway' || (one.reportedByGateway && one.gatewayId !== 'g1'),
          )
          expect(foreign.filter(({ id }) => touched.has(id))).toEqual([])
          const all = [...plan.create.map(({ snKey }) => snKey), ...plan.quarantine.map(({ snKey }) => snKey)]
          expect(all.length + plan.update.length).toBe(new Set(reported).size)
        },
      ),
    )
  })
})
