import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../data/api-error.ts'
import type { NewAct, QueuedAct } from './queued-act.ts'
import type { Kinds, QueueStore } from './send-all.ts'

/** The phone's store and the line, as a test wants them. */
const phone = vi.hoisted(() => ({
  list: [] as unknown[],
  readable: true,
  send: null as unknown,
  settle: null as unknown,
}))

vi.mock('./queue-store.ts', () => ({
  StorageRefused: class StorageRefused extends Error {},
  queueOf: (): QueueStore => ({
    read: async () => {
      if (!phone.readable) throw new Error('connection lost')
      return structuredClone(phone.list) as QueuedAct[]
    },
    update: async (by) => {
      phone.list = structuredClone(by(phone.list as QueuedAct[]))
    },
  }),
}))
vi.mock('./load-kinds.ts', () => ({
  outboxKinds: {
    load: async (): Promise<Kinds> => ({
      sendFile: async () => undefined,
      send: (act: QueuedAct) => (phone.send as Kinds['send'])(act, 'me'),
      settle: (act: QueuedAct, answer: unknown) => (phone.settle as Kinds['settle'])(act, answer, 'me'),
      explain: async () => ({ done: false, refusal }),
    }),
  },
}))

const refusal = { status: 409, code: 'sn_repeat', message: '', at: 0, theirs: null, by: null, byAt: null }
const act: NewAct = {
  id: 'act-1',
  call: {
    route: 'POST /api/stations/{stationId}/devices',
    params: { stationId: 's' },
    body: { devices: [] },
    ifMatch: null,
  },
  subject: 's',
  title: '',
  seen: null,
  files: [],
  drafts: [],
  restore: null,
  at: Date.now(),
}

type Timer = { work: () => void; ms: number }
let timers: Timer[] = []
vi.stubGlobal(
  'BroadcastChannel',
  class {
    addEventListener = (): void => undefined
    postMessage = (): void => undefined
  },
)
vi.stubGlobal('navigator', {})
vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' })
vi.stubGlobal('window', {
  addEventListener: () => undefined,
  clearTimeout: () => undefined,
  setTimeout: (work: () => void, ms: number) => timers.push({ work, ms }),
})
const { queue } = await import('./queue.ts')

beforeEach(async () => {
  Object.assign(phone, {
    list: [],
    readable: true,
    send: async () => ({ answer: { added: [], refused: [] }, version: null }),
    settle: async () => null,
  })
  await queue.open(null)
  await queue.open('me')
  // Nothing is left to be sent: the pauses are short again.
  await queue.tryNow()
  timers = []
})

describe('what a person has pressed', () => {
  it('is sent, with its answer', async () => {
    expect(await queue.perform('me', act)).toEqual({ sent: true, answer: { added: [], refused: [] } })
    expect(phone.list).toEqual([])
  })

  it('O6: is not called sent while the phone cannot say whether it is', async () => {
    phone.send = async () => {
      phone.readable = false
      throw new ApiError(0, 'no_connection')
    }
    expect(await queue.perform('me', act)).toEqual({ sent: false })
    expect(phone.list).toMatchObject([{ id: 'act-1', refusal: null }])
  })

  it('O6: still stands in the list when the list cannot be read for a while', async () => {
    phone.send = async () => Promise.reject(new ApiError(0, 'no_connection'))
    await queue.perform('me', act)
    expect(queue.present().acts.map(({ id }) => id)).toEqual(['act-1'])
    phone.readable = false
    expect(await queue.tryNow()).toBe('failed')
    expect(queue.present().acts.map(({ id }) => id)).toEqual(['act-1'])
    // It is tried again by itself.
    expect(timers.length).toBeGreaterThan(0)
  })

  it('O3: keeps the serials that were refused when another tab has sent the list', async () => {
    // The other tab was first: here nothing is left to be sent.
    phone.send = async () => {
      const rows = [{ id: 'A2', code: 'sn_repeat' }]
      phone.list = (phone.list as QueuedAct[]).map((one) => ({ ...one, refusal: { ...refusal, rows } }))
      throw new ApiError(0, 'no_connection')
    }
    expect(await queue.perform('me', act)).toEqual({ sent: false })
    expect(phone.list).toMatchObject([{ id: 'act-1', refusal: { rows: [{ id: 'A2' }] } }])
  })

  it('O6: waits as long as a busy server asks for', async () => {
    phone.send = async () => Promise.reject(new ApiError(429, 'too_many', '', { retryAfterS: 40 }))
    await queue.perform('me', act)
    expect(timers.at(-1)?.ms).toBe(40_000)
    phone.send = async () => Promise.reject(new ApiError(0, 'no_connection'))
    await queue.tryNow()
    expect(timers.at(-1)?.ms).toBe(10_000)
  })
})
