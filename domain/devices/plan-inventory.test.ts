import * as fc from 'fast-check'
import { DEVICES_OF_GATEWAY, DEVICES_OF_STATION } from './limits.ts'
import { describe, expect, it } from 'vitest'
import { brandKey } from './identity.ts'
import type { KnownDevice, ReportedDevice } from './plan-inventory.ts'
import { planInventory } from './plan-inventory.ts'

const gateway = { id: 'g1', stationId: 's1' }
const inverter = (sn: string): ReportedDevice => ({ sn, t: 'inverter' })
const known = (given: Partial<KnownDevice>): KnownDevice => ({
  id: 'd1',
  snKey: 'SE17K0001',
  brandKey: '',
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
    const full = planInventory(gateway, reported, [known({})], [], DEVICES_OF_STATION - 2)
    expect([full.create.length, full.quarantine.length]).toEqual([1, 4])
  })

  it('lets the row that was typed in elsewhere give way', () => {
    const typed = known({ id: 'typed', stationId: 's2', gatewayId: null, reportedByGateway: false })
    expect(planInventory(gateway, [inverter('SE17K0001')], [typed]).create[0]?.replaces).toBe('typed')
  })

  it('does not bring back what a person has replaced, unless they add it again', () => {
    const replaced = [{ snKey: 'SE17K0001', brandKey: '' }]
    expect(planInventory(gateway, [inverter('SE17K-0001')], [], replaced)).toMatchObject({
      create: [],
      quarantine: [{ snKey: 'SE17K0001', reason: 'replaced' }],
    })
    expect(planInventory(gateway, [inverter('SE17K-0001')], [known({})], replaced).update).toHaveLength(1)
  })

  it('refuses what is no serial and counts a serial named twice once', () => {
    const plan = planInventory(gateway, [inverter('A+BC'), inverter('SE17K0001'), inverter('SE17K-0001')], [])
    expect(plan.quarantine).toEqual([{ sn: 'A+BC', snKey: 'A+BC', brand: '', reason: 'serial' }])
    expect(plan.create).toHaveLength(1)
  })

  it('marks children that are no longer named, once', () => {
    const children = [known({ id: 'a', snKey: 'A10001' }), known({ id: 'b', snKey: 'B10001', missing: true })]
    expect(planInventory(gateway, [], children).missing).toEqual(['a'])
    expect(planInventory(gateway, [inverter('A10001')], children).missing).toEqual([])
  })

  it('D4: never takes from another gateway what that one reported, whatever is reported', () => {
    const serials = fc.constantFrom('A10001', 'B10001', 'C10001')
    const brands = fc.constantFrom('', 'sma', 'deye')
    const device = fc.record({
      id: fc.uuid(),
      snKey: serials,
      brandKey: brands,
      kind: fc.constantFrom('inverter' as const, 'optimizer' as const, 'gateway' as const),
      stationId: fc.constantFrom('s1', 's2'),
      gatewayId: fc.constantFrom('g1', 'g2', 'g3', null),
      reportedByGateway: fc.boolean(),
      missing: fc.boolean(),
    })
    // What the database refuses is not there: a serial of a brand once, a serial behind a gateway once.
    const installation = fc.uniqueArray(device, {
      comparator: (a, b) =>
        a.id === b.id ||
        (a.snKey === b.snKey &&
          (a.brandKey === b.brandKey || (a.gatewayId !== null && a.gatewayId === b.gatewayId))),
    })
    const inventory = fc.array(fc.record({ sn: serials, t: fc.constant('inverter' as const), brand: brands }))
    fc.assert(
      fc.property(installation, inventory, (devices, reported) => {
        const plan = planInventory(gateway, reported, devices)
        const touched = [
          ...plan.update.map(({ id }) => id),
          ...[...plan.create, ...plan.update].flatMap(({ replaces }) => replaces ?? []),
        ]
        const foreign = devices.filter(
          (one) => one.kind === 'gateway' || (one.reportedByGateway && one.gatewayId !== 'g1'),
        )
        expect(foreign.filter(({ id }) => [...touched, ...plan.missing].includes(id))).toEqual([])
        expect(new Set(touched).size).toBe(touched.length)

        // Each serial comes to one thing, and is told when it is not taken.
        const taken = [
          ...plan.create.map(({ snKey }) => snKey),
          ...plan.update.map(({ device: { sn } }) => sn),
        ]
        const notTaken = plan.quarantine.map(({ snKey }) => snKey).filter((key) => !taken.includes(key))
        expect(new Set([...taken, ...notTaken]).size).toBe(taken.length + notTaken.length)
        expect(taken.length + notTaken.length).toBe(new Set(reported.map(({ sn }) => sn)).size)

        // What becomes of it the database takes: no serial of a brand twice, none twice behind this gateway.
        const gone = new Set([...plan.create, ...plan.update].flatMap(({ replaces }) => replaces ?? []))
        const updated = new Map(plan.update.map((one) => [one.id, one]))
        const after: Pick<KnownDevice, 'snKey' | 'brandKey' | 'gatewayId'>[] = [
          ...devices.flatMap((one): Pick<KnownDevice, 'snKey' | 'brandKey' | 'gatewayId'>[] => {
            const told = updated.get(one.id)
            if (gone.has(one.id)) return []
            if (told === undefined) return [one]
            const said = told.keepsBrand ? '' : brandKey(told.device.brand ?? '')
            return [{ ...one, gatewayId: 'g1', brandKey: said || one.brandKey }]
          }),
          ...plan.create.map(({ snKey, device: { brand } }) => ({
            snKey,
            brandKey: brandKey(brand ?? ''),
            gatewayId: 'g1',
          })),
        ]
        const identities = after.map((one) => `${one.snKey} ${one.brandKey}`)
        expect(new Set(identities).size).toBe(identities.length)
        const behind = after.flatMap((one) => (one.gatewayId === 'g1' ? [one.snKey] : []))
        expect(new Set(behind).size).toBe(behind.length)
      }),
      { numRuns: 2_000 },
    )
  })
})

const sma = (given: Partial<KnownDevice> = {}) =>
  known({ id: 'sma', brandKey: 'sma', stationId: 's2', gatewayId: 'g2', ...given })
const said = (brand: string | null) => [{ ...inverter('SE17K0001'), brand }]

const outcome = (brand: string | null, devices: KnownDevice[]) => {
  const { create, update, quarantine } = planInventory(gateway, said(brand), devices)
  return {
    create: create.map(({ replaces }) => replaces),
    update: update.map(({ id, replaces, keepsBrand }) => [id, replaces, keepsBrand]),
    quarantine: quarantine.map(({ reason }) => reason),
  }
}

describe('the same serial of two makers', () => {
  it('is two devices, wherever the other one stands', () => {
    expect(outcome('Deye', [sma()])).toEqual({ create: [null], update: [], quarantine: [] })
    expect(outcome('Deye', [sma({ stationId: 's1' })]).create).toEqual([null])
  })

  it('is one device when they spell the maker otherwise, or one of them names none', () => {
    const refused = { create: [], update: [], quarantine: ['other_gateway'] }
    expect(outcome('SMA Solar Technology AG', [sma()])).toEqual(refused)
    expect(outcome(null, [sma()])).toEqual(refused)
    expect(outcome('SMA', [sma({ brandKey: '' })])).toEqual(refused)
  })

  it('is the same device behind one gateway, which takes its brand on', () => {
    expect(outcome('SMA', [known({})]).update).toEqual([['d1', null, false]])
    expect(outcome('Fronius', [known({ brandKey: 'sma' })]).update).toEqual([['d1', null, false]])
  })

  it('keeps its brand when the new one is that of a device behind another gateway, and tells it', () => {
    expect(outcome('SMA', [known({ brandKey: 'deye' }), sma()])).toEqual({
      create: [],
      update: [['d1', null, true]],
      quarantine: ['other_gateway'],
    })
  })

  it('finds what a person typed in for it, and leaves them what they typed in for the other', () => {
    const typed = { reportedByGateway: false, stationId: 's1', gatewayId: null }
    const other = sma({ id: 'deye', brandKey: 'deye', ...typed })
    expect(outcome('SMA', [other, sma(typed)]).update).toEqual([['sma', null, false]])
    expect(outcome('SMA', [other]).update).toEqual([['deye', null, false]])
    expect(outcome('SMA', [{ ...other, stationId: 's2' }])).toEqual({
      create: [null],
      update: [],
      quarantine: [],
    })
    expect(outcome('SMA', [{ ...other, gatewayId: 'g2' }]).create).toEqual([null])
  })

  it('lets what was typed in elsewhere give way to the own child that takes its brand on', () => {
    const typed = sma({ reportedByGateway: false })
    expect(outcome('SMA', [known({}), typed]).update).toEqual([['d1', 'sma', false]])
  })

  it('of one gateway is taken for the one that was there, and the other is told', () => {
    const both = ['Deye', 'SMA'].map((brand) => ({ ...inverter('SE17K0001'), brand }))
    const plan = planInventory(gateway, both, [known({ brandKey: 'sma' })])
    expect(plan.update.map(({ device }) => device.brand)).toEqual(['SMA'])
    expect(plan.quarantine).toEqual([
      { sn: 'SE17K0001', snKey: 'SE17K0001', brand: 'Deye', reason: 'same_serial' },
    ])
    expect(planInventory(gateway, both, []).create.map(({ device }) => device.brand)).toEqual(['Deye'])
  })

  it('is not brought back by what a person replaced of the other maker', () => {
    const replaced = [{ snKey: 'SE17K0001', brandKey: 'sma' }]
    expect(planInventory(gateway, said('Deye'), [], replaced).create).toHaveLength(1)
    expect(planInventory(gateway, said('SMA'), [], replaced).create).toHaveLength(0)
    expect(planInventory(gateway, said(null), [], replaced).create).toHaveLength(0)
  })
})
