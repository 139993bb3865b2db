/** Work that runs side by side. `left`: of it that has not ended; `waiting`: who waits for all of it. */
type Group = { left: number; waiting: { resolve: () => void; reject: (error: unknown) => void } | null }
type Queue = { barrier: Promise<unknown>; shared: Group; pending: number }

const settled: Promise<void> = Promise.resolve()

/** Resolves when nothing of it is left, rejects as soon as some of what is left fails. */
const allOf = (group: Group): Promise<void> =>
  group.left === 0
    ? settled
    : new Promise((resolve, reject) => {
        group.waiting = { resolve, reject }
      })

/**
 * Order within one gateway, freedom between gateways. `alone` work waits for everything before it and everything
 * after waits for it; `together` work runs side by side. What waited for work that failed fails too, without being
 * tried: the gateway will send all of it again, in order. A lane that has emptied starts afresh.
 */
export function createGatewayQueues() {
  const queues = new Map<string, Queue>()

  function ended(name: string, queue: Queue): void {
    queue.pending -= 1
    if (queue.pending === 0) queues.delete(name)
  }

  function together<T>(name: string, queue: Queue, work: () => Promise<T>): Promise<T> {
    const group = queue.shared
    group.left += 1
    // Nearly always nothing is before it.
    const result = queue.barrier === settled ? work() : queue.barrier.then(work)
    // The caller sees the failure; here it only stands for "do not go on".
    const end = (): void => {
      group.left -= 1
      if (group.left === 0) group.waiting?.resolve()
      ended(name, queue)
    }
    const fail = (error: unknown): void => {
      group.waiting?.reject(error)
      end()
    }
    result.then(end, fail)
    return result
  }

  function alone<T>(name: string, queue: Queue, work: () => Promise<T>): Promise<T> {
    const before = Promise.all([queue.barrier, allOf(queue.shared)])
    const result = before.then(work)
    const end = () => ended(name, queue)
    result.then(end, end)
    queue.barrier = result
    queue.shared = { left: 0, waiting: null }
    return result
  }

  return {
    get size() {
      return queues.size
    },
    run<T>(name: string, how: 'alone' | 'together', work: () => Promise<T>): Promise<T> {
      let queue = queues.get(name)
      if (queue === undefined) {
        queue = { barrier: settled, shared: { left: 0, waiting: null }, pending: 0 }
        queues.set(name, queue)
      }
      queue.pending += 1
      return how === 'alone' ? alone(name, queue, work) : together(name, queue, work)
    },
  }
}
