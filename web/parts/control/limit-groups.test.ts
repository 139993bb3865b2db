import { describe, expect, it } from 'vitest'
import { countEnders, countEnds, groupLimits, type LimitView } from './limit-groups.ts'

const at = Date.UTC(2026, 10, 23, 12)
const limit = (deviceId: string, more: Partial<LimitView> = {}): LimitView => ({
  deviceId,
  kind: 'inverter',
  sn: deviceId,
  name: '',
  pct: 60,
  w: null,
  commandId: 'command 1',
  controlId: 'act 1',
  askedBy: { id: 'p', name: 'Li Wei' },
  askedAt: at,
  endsAt: at + 3_600_000,
  reversion: 'device',
  timerAt: null,
  setAt: at,
  endedAt: null,
  endedBy: null,
  ender: null,
  ...more,
})

describe('limits of one act', () => {
  it('are one, over the commands of several gateways, and last as long as the last of them', () => {
    const groups = groupLimits([
      limit('a', { timerAt: at + 1 }),
      limit('b', { commandId: 'command 2', endsAt: at + 3_605_000, timerAt: at + 2 }),
      limit('c', { controlId: 'act 2' }),
      limit('d', { setAt: null }),
    ])
    expect(groups.map(({ limits, endsAt, isSet }) => [limits.map(({ sn }) => sn), endsAt, isSet])).toEqual([
      [['a', 'b', 'd'], at + 3_605_000, false],
      [['c'], at + 3_600_000, true],
    ])
    // Of one that has no timer nobody can say when all would be free.
    expect(groups.map(({ timerAt }) => timerAt)).toEqual([null, null])
    expect(groupLimits([limit('a', { timerAt: 1 }), limit('b', { timerAt: 3 })])[0]?.timerAt).toBe(3)
  })

  it('say by how many devices who ends them', () => {
    const mixed = [limit('a', { reversion: 'server' }), limit('b'), limit('c')]
    expect(countEnders(mixed)).toEqual([
      ['device', 2],
      ['server', 1],
    ])
  })

  it('that were counted already, as commands in a list tell their ends, are counted by their devices', () => {
    const end = { ...limit('a', { endedBy: 'device', endedAt: at }), count: 8 }
    const others = { ...end, reversion: 'server' as const, count: 4 }
    expect(countEnds([end, others]).map(({ count }) => count)).toEqual([12])
    expect(countEnders([end, others])).toEqual([
      ['device', 8],
      ['server', 4],
    ])
  })

  it('say each end once, however many devices came to it in the same minute', () => {
    const ended = [
      limit('a', { endedBy: 'device', endedAt: at + 1_000 }),
      limit('b', { endedBy: 'device', endedAt: at + 9_000 }),
      limit('c', { endedBy: 'device', endedAt: at + 70_000 }),
      limit('d', { endedBy: 'restart', endedAt: at + 1_000 }),
      limit('e', { endedBy: 'person', endedAt: at, ender: { id: 'p', name: 'Li', lifted: true } }),
      limit('f', { endedBy: 'person', endedAt: at, ender: { id: 'p', name: 'Li', lifted: false } }),
    ]
    expect(countEnds(ended).map(({ limit: one, count }) => [one.sn, count])).toEqual([
      ['a', 2],
      ['c', 1],
      ['d', 1],
      ['e', 1],
      ['f', 1],
    ])
  })
})
