import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nowhere } from '#domain/devices/place-fields.ts'
import { place } from './array.fixture.ts'

type Call = { route: string; as: string | undefined; key: string | undefined }
const phone = vi.hoisted(() => ({
  person: 'me' as string | null,
  calls: [] as unknown[],
  assign: (): Promise<unknown> => Promise.reject(new Error('not here')),
}))
vi.mock('../../app/data/signed-in.ts', () => ({ personIdNow: () => phone.person }))
vi.mock('../../app/data/draft-store.ts', () => ({
  readDraft: async () => undefined,
  writeDraft: async () => true,
  dropDraft: async () => undefined,
  draftKey: (personId: string, what: string) => `${personId} ${what}`,
}))
vi.mock('../../app/data/call.ts', () => ({
  call: async (route: string, input: { as?: string; key?: string }) => {
    if (route.startsWith('GET')) return { ...answer, devices: [{ id: 'o1' }] }
    phone.calls.push({ route, as: input.as, key: input.key })
    return phone.assign()
  },
}))

const answer = { strings: [{ id: 's1' }], areas: [], places: [place('o1', { stringId: 's1', position: 1 })] }
const wish = { deviceId: 'o1', want: { ...nowhere, stringId: 's1', position: 2 } }
const carriedOut = { applied: true, places: [place('o1', wish.want)], conflicts: [] }

let timers: (() => void)[] = []
vi.stubGlobal('window', {
  addEventListener: () => undefined,
  clearTimeout: () => {
    timers = []
  },
  setTimeout: (work: () => void) => timers.push(work),
})
const { ApiError } = await import('../../app/data/api-error.ts')
const { dataKey, queryClient } = await import('../../app/data/query.ts')
const { arrayStore } = await import('./array-store.ts')

const calls = (): Call[] => phone.calls as Call[]
/** What waits for its time has it. */
const later = async (): Promise<void> => {
  const due = timers
  timers = []
  for (const work of due) work()
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
let station = 0
const open = () => {
  station += 1
  const stationId = `s${station}`
  queryClient.setQueryData(dataKey('GET /api/stations/{stationId}/array', { params: { stationId } }), answer)
  return arrayStore(stationId, 'me')
}
beforeEach(() => {
  Object.assign(phone, { person: 'me', calls: [] })
  timers = []
})

describe('changes of an array that wait', () => {
  it('go for the person who made them alone: whoever signs in next on this phone sends none of them', async () => {
    const store = open()
    phone.assign = async () => Promise.reject(new ApiError(0, 'no_connection'))
    store.act([wish])
    await later()
    expect([calls().length, store.state().saving]).toEqual([1, 'waiting'])
    phone.person = 'other'
    await later()
    store.retry()
    await later()
    expect(calls().length).toBe(1)
    phone.person = 'me'
    phone.assign = async () => carriedOut
    store.arrived(answer as never)
    await later()
    expect(calls().map(({ as }) => as)).toEqual(['me', 'me'])
    expect(store.state().saving).toBe('saved')
  })

  it('go again under their key while the first try is still carried out', async () => {
    const store = open()
    phone.assign = async () => Promise.reject(new ApiError(409, 'key_running'))
    store.act([wish])
    await later()
    expect(store.state().saving).toBe('waiting')
    phone.assign = async () => carriedOut
    await later()
    const [first, second] = calls()
    expect([calls().length, second?.key]).toEqual([2, first?.key])
  })
})
