type Lane = { barrier: Promise<unknown>; shared: Set<Promise<unknown>>; pending: number }

const settled: Promise<void> = Promise.resolve()

/**
 * Order within one gateway, freedom between gateways. `alone` work waits for everything before it and everything
 * after waits for it; `together` work runs side by side. What waited for work that failed fails too, without being
 * tried: the gateway will send all of it again, in order. A lane that has emptied starts afresh.
 */
export function createLanes() {
  const lanes = new Map<string, Lane>()

  async function counted<T>(name: string, lane: Lane, work: () => Promise<T>): Promise<T> {
    lane.pending += 1
    try {
      return await work()
    } finally {
      lane.pending -= 1
      if (lane.pending === 0) lanes.delete(name)
    }
  }

  return {
    get size() {
      return lanes.size
    },
    run<T>(name: string, how: 'alone' | 'together', work: () => Promise<T>): Promise<T> {
      const lane = lanes.get(name) ?? { barrier: settled, shared: new Set(), pending: 0 }
      lanes.set(name, lane)
      const before = how === 'alone' ? Promise.all([lane.barrier, ...lane.shared]) : lane.barrier
      const result = counted(name, lane, async () => {
        await before
        return work()
      })
      // The caller sees the failure; here it only stands for "do not go on".
      const { shared } = lane
      const forget = () => void shared.delete(result)
      result.then(forget, forget)
      if (how === 'alone') {
        lane.barrier = result
        lane.shared = new Set()
      } else {
        lane.shared.add(result)
      }
      return result
    },
  }
}
