import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Arrivals, createArrivals } from './arrivals.ts'

/** What each was told, in that order. */
const comers = (arrivals: Arrivals) => {
  const told: string[] = []
  const come = async (gateway: string): Promise<void> => {
    told.push(`${gateway} ${await arrivals.come(gateway)}`)
  }
  return { told, come }
}
const turn = () => vi.advanceTimersByTimeAsync(0)

describe('gateways that come at once', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('are let in few at a time; who came last is next when one of them speaks', async () => {
    const arrivals = createArrivals({ most: 2 })
    const { told, come } = comers(arrivals)
    for (const gateway of ['A', 'B', 'C', 'D', 'E']) void come(gateway)
    await turn()
    expect([told, arrivals.onTheirWay(), arrivals.waiting()]).toEqual([['A at_once', 'B at_once'], 2, 3])
    arrivals.arrived('B')
    await turn()
    expect(told.slice(2)).toEqual(['E after_waiting'])
    arrivals.arrived('B')
    arrivals.arrived('Z')
    await turn()
    expect(told.slice(3)).toEqual([])
    for (const gateway of ['A', 'E', 'D']) {
      arrivals.arrived(gateway)
      await turn()
    }
    expect([told.slice(3), arrivals.waiting()]).toEqual([['D after_waiting', 'C after_waiting'], 0])
  })

  it('one that is on its way is asked about again and needs no second place', async () => {
    const arrivals = createArrivals({ most: 1 })
    expect(await arrivals.come('A')).toBe('at_once')
    expect(await arrivals.come('A')).toBe('at_once')
    expect(arrivals.onTheirWay()).toBe(1)
  })

  it('whoever is not heard of for ten seconds makes room', async () => {
    const arrivals = createArrivals({ most: 1 })
    const { told, come } = comers(arrivals)
    void come('A')
    void come('B')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(told).toEqual(['A at_once'])
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toEqual(['A at_once', 'B after_waiting'])
  })

  it('nobody waits longer than the broker does, and who comes again waits once', async () => {
    const arrivals = createArrivals({ most: 1, onItsWayMs: 100_000 })
    const { told, come } = comers(arrivals)
    void come('A')
    void come('B')
    void come('B')
    await turn()
    expect([told, arrivals.waiting()]).toEqual([['A at_once', 'B not'], 1])
    await vi.advanceTimersByTimeAsync(45_000)
    expect([told, arrivals.waiting()]).toEqual([['A at_once', 'B not', 'B not'], 0])
  })

  it('whoever waits when it ends is not let in', async () => {
    const arrivals = createArrivals({ most: 1 })
    const { told, come } = comers(arrivals)
    void come('A')
    void come('B')
    arrivals.close()
    await turn()
    expect([told, arrivals.onTheirWay()]).toEqual([['A at_once', 'B not'], 0])
    expect(vi.getTimerCount()).toBe(0)
  })
})
