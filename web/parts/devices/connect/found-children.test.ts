import { describe, expect, it } from 'vitest'
import { stationDevice } from '../../../app/data/station-device.fixture.ts'
import { adviceFor, compareChildren, type Child } from './found-children.ts'

const child = (id: string, more: Partial<Child> = {}): Child => ({
  ...stationDevice(id, 'optimizer', { sn: `SN${id}`, gatewayId: 'g', parentId: 'i', stringNo: 1 }),
  online: false,
  activated: false,
  alarmLevel: null,
  ...more,
})

describe('what a gateway has found against what is expected', () => {
  it('every device stands on one side, in the order in which it hangs', () => {
    const expected = [
      child('b', { position: 10 }),
      child('a', { position: 2 }),
      child('i', { kind: 'inverter', stringNo: null }),
      child('m', { stringNo: 3, position: 1 }),
    ]
    const discovered = [...expected.slice(0, 3), child('x', { stringNo: null })]
    const { matching, missing, unexpected } = compareChildren({
      expected,
      discovered,
      missing: ['m'],
      unexpected: ['x'],
      quarantine: [],
      inventoryAt: 1,
      counts: { expected: 4, discovered: 4, missing: 1, unexpected: 1 },
      next: null,
    })
    expect(matching.map(({ id }) => id)).toEqual(['i', 'a', 'b'])
    expect(missing.map(({ id }) => id)).toEqual(['m'])
    expect(unexpected.map(({ id }) => id)).toEqual(['x'])
  })

  it('whom an alarm is of stands before the others, the worst first', () => {
    const expected = [
      child('a', { position: 1 }),
      child('b', { position: 2, alarmLevel: 'prompt' }),
      child('c', { position: 3, alarmLevel: 'emergent' }),
    ]
    const { matching } = compareChildren({
      expected,
      discovered: expected,
      missing: [],
      unexpected: [],
      quarantine: [],
      inventoryAt: 1,
      counts: { expected: 3, discovered: 3, missing: 0, unexpected: 0 },
      next: null,
    })
    expect(matching.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  })

  it('a reason that is not known gets the general advice', () => {
    expect(adviceFor('other_gateway')).toBe('other_gateway')
    expect(adviceFor('toString')).toBe('other')
  })
})
