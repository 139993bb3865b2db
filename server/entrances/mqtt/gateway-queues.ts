type Queue = { barrier: Promise<unknown>; shared: Set<Promise<unknown>>; pending: number }

const settled: Promise<void> = Promise.resolve()

/**
 * Order within one gateway, freedom between gateways. `alone` work waits for everything before it and everything
 * after waits for it; `together` work runs side by side. What waited for work that failed fails too, without being
 * tried: the gateway will send all of it again, in order. A lane that has emptied starts afresh.
 */
export function createGatewayQueues() {
  const queues = new Map<string, Queue>()

  async function counted<T>(name: string, queue: Queue, work: () => Promise<T>): Promise<T> {
    queue.pending += 1
    try {
      return await work()
    } finally {
      queue.pending -= 1
      if (queue.pending === 0) queues.delete(name)
    }
  }

  return {
    get size() {
      return queues.size
    },
    run<T>(name: string, how: 'alone' | 'together', work: () => Promise<T>): Promise<T> {
      const queue = queues.get(name) ?? { barrier: settled, shared: new Set(), pending: 0 }
      queues.set(name, queue)
      const before = how === 'alone' ? Promise.all([queue.barrier, ...queue.shared]) : queue.barrier
      const result = counted(name, queue, async () => {
        await before
        return work()
      })
      // The caller sees the failure; here it only stands for "do not go on".
      const { shared } = queue
      const forget = () => void shared.delete(result)
      result.then(forget, forget)
      if (how === 'alone') {
        queue.barrier = result
        queue.shared = new Set()
      } else {
        queue.shared.add(result)
      }
      return result
    },
  }
}
