import { ApiError } from '../data/api-error.ts'
import { withAct, type NewAct, type QueuedAct } from './queued-act.ts'
import type { Kinds, QueueStore } from './send-all.ts'

/** The order that every act is about. */
const order = 'order-1'
/** A step of that order, with this many pictures. */
export const actOf = (id: string, no: 2 | 3 | 4 | 5, version = 7, files = 0): NewAct => ({
  id,
  call: {
    route: 'POST /api/orders/{orderId}/actions',
    params: { orderId: order },
    body: { no, report: `of ${id}` },
    ifMatch: version,
  },
  subject: order,
  title: 'An order',
  seen: null,
  files: Array.from({ length: files }, (_, at) => ({
    id: `${id}-${at}`,
    purpose: 'order_image' as const,
    kept: `${id} ${at}`,
    sent: false,
  })),
  drafts: [],
  restore: null,
  at: 1_000,
})

/** A queue in memory. */
export const keep = (start: readonly QueuedAct[] = []) => {
  let list = start
  const store: QueueStore = {
    read: async () => structuredClone(list),
    update: async (by) => {
      list = structuredClone(by(list))
    },
  }
  return { store, list: () => list, add: (act: NewAct) => (list = withAct(list, act)) }
}

/** A server that knows keys and versions, behind a line that may be cut on the way there or on the way back. */
export const server = (version: number, cut: () => 'there' | 'back' | null) => {
  const done = new Map<string, number>()
  const files = new Map<string, number>()
  const carriedOut: string[] = []
  let present = version
  let settled = 0
  const onLine = async <T>(work: () => T): Promise<T> => {
    const where = cut()
    if (where === 'there') throw new ApiError(0, 'no_connection')
    const answer = work()
    if (where === 'back') throw new ApiError(0, 'no_connection')
    return answer
  }
  const kinds: Kinds = {
    sendFile: ({ id }) => onLine(() => void files.set(id, (files.get(id) ?? 0) + 1)),
    send: ({ id, call }) =>
      onLine(() => {
        const before = done.get(id)
        if (before !== undefined) return { answer: null, version: before }
        if (call.ifMatch !== present) throw new ApiError(412, 'version_stale')
        if ('images' in call.body) throw new Error('not here')
        present += 1
        carriedOut.push(id)
        done.set(id, present)
        return { answer: null, version: present }
      }),
    settle: async () => {
      settled += 1
      return null
    },
    explain: async (_, { status, code, message }) => ({
      done: false,
      refusal: { status, code, message, at: 0, theirs: null, by: null, byAt: null },
    }),
  }
  return { kinds, carriedOut, files, settled: () => settled, change: () => (present += 1) }
}
