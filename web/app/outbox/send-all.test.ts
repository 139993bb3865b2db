import { describe, expect, it } from 'vitest'
import { ApiError } from '../data/api-error.ts'
import { OLD_MS, released, waitsFor, withAct, withFollowers, type NewAct } from './queued-act.ts'
import { sendAll, type Kinds, type QueueStore } from './send-all.ts'
import { actOf, keep, server } from './send-all.fixture.ts'
import { deviceRow } from './device-row.fixture.ts'

const chance = (seed: number) => (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
const now = (): number => 2_000
const late = (): number => 1_000 + OLD_MS + 1

describe('O1: an order whose sending is cut anywhere', () => {
  it('O1: happens once, in order, with its eight files, over 200 seeds', async () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = chance(seed)
      const { kinds, carriedOut, files } = server(7, () => {
        const cast = random()
        return cast < 0.25 ? 'there' : cast < 0.5 ? 'back' : null
      })
      const { store, add, list } = keep()
      add(actOf('accept', 2))
      add(actOf('start', 4))
      add(actOf('complete', 5, 7, 8))
      let sendings = 0
      while (list().length > 0) {
        // The app dies somewhere: what it knew beyond the list is gone.
        await sendAll('me', store, kinds, now)
        sendings += 1
        expect(sendings).toBeLessThan(500)
      }
      expect(carriedOut).toEqual(['accept', 'start', 'complete'])
      expect(files.size).toBe(8)
    }
  })

  it('O4: the step after one that could not be sent waits', async () => {
    const { store, add, list } = keep()
    add(actOf('start', 4))
    add(actOf('complete', 5, 7, 1))
    const { kinds, carriedOut } = server(7, () => 'there')
    expect(await sendAll('me', store, kinds, now)).toBe('network')
    expect([carriedOut, list().map(({ id }) => id)]).toEqual([[], ['start', 'complete']])
    expect(list().map((act) => waitsFor(list(), act, 2_000))).toEqual(['network', 'before'])
  })
})

describe('O2: what somebody else changed meanwhile', () => {
  it('O2: stops that subject alone, keeps all of it, and goes on with the version that was seen', async () => {
    const { store, add, list } = keep()
    add(actOf('start', 4))
    add(actOf('complete', 5))
    add({ ...actOf('other', 2, 8), subject: 'order-2' })
    const { kinds, carriedOut, change } = server(7, () => null)
    change()
    expect(await sendAll('me', store, kinds, now)).toBe('done')
    expect(carriedOut).toEqual(['other'])
    expect(list().map((act) => waitsFor(list(), act, 2_000))).toEqual(['decision', 'before'])
    expect(list()[0]?.refusal).toMatchObject({ status: 412, code: 'version_stale' })

    const theirs = { ...side, version: 9 }
    await store.update((all) =>
      all.map((act) => (act.refusal ? { ...act, refusal: { ...act.refusal, theirs } } : act)),
    )
    await store.update((all) => released(all, 'start'))
    expect(await sendAll('me', store, kinds, now)).toBe('done')
    expect([carriedOut, list()]).toEqual([['other', 'start', 'complete'], []])
  })

  it('O3: a refused step and what builds upon it go together, and the same step again takes its place', () => {
    const { add, list } = keep()
    add(actOf('start', 4))
    add(actOf('complete', 5))
    expect(withFollowers(list(), 'start').map(({ id }) => id)).toEqual(['start', 'complete'])
    const refusal = {
      status: 409,
      code: 'wrong_state',
      message: '',
      at: 0,
      theirs: null,
      by: null,
      byAt: null,
    }
    const refused = list().map((act) => ({ ...act, refusal }))
    expect(withAct(refused, actOf('again', 5)).map(({ id, follows }) => [id, follows])).toEqual([
      ['start', null],
      ['again', null],
    ])
  })
})

const side = {
  status: 'pending',
  handlerId: null,
  handler: null,
  initiatorId: 'x',
  priority: 'low',
  description: '',
  text: '',
  pictures: 0,
  version: 0,
}

describe('O6: a queue whose session ends, or that is old', () => {
  it('O6: pauses at "signed out" with nothing lost', async () => {
    const { store, add, list } = keep()
    add(actOf('start', 4))
    const { kinds } = server(7, () => null)
    const ended: Kinds = { ...kinds, send: async () => Promise.reject(new ApiError(401, 'signed_out')) }
    expect(await sendAll('me', store, ended, now)).toBe('signed_out')
    expect(list().map(({ id, refusal }) => [id, refusal])).toEqual([['start', null]])
    expect(await sendAll('me', store, kinds, now)).toBe('done')
    expect(list()).toEqual([])
  })

  it('O6: older than seven days it asks first, and is never dropped', async () => {
    const { store, add, list } = keep()
    add(actOf('start', 4))
    const { kinds, carriedOut } = server(7, () => null)
    expect(await sendAll('me', store, kinds, late)).toBe('done')
    expect([carriedOut, list().map((act) => waitsFor(list(), act, late()))]).toEqual([[], ['age']])
    await store.update((all) => released(all, 'start'))
    await sendAll('me', store, kinds, late)
    expect([carriedOut, list()]).toEqual([['start'], []])
  })

  it.each([
    [429, 'too_many', 'busy'],
    [503, 'unavailable', 'busy'],
    [500, 'internal', 'busy'],
    [507, 'storage_full', 'busy'],
    [409, 'key_running', 'busy'],
    [0, 'no_connection', 'network'],
    [403, 'sign_in_again', 'signed_out'],
  ] as const)('O6: %i %s decides nothing about what waits', async (status, code, stop) => {
    const { store, add, list } = keep()
    add(actOf('start', 4))
    const { kinds } = server(7, () => null)
    const failing: Kinds = { ...kinds, send: async () => Promise.reject(new ApiError(status, code)) }
    expect(await sendAll('me', store, failing, now)).toBe(stop)
    expect(list().map(({ refusal, tried }) => [refusal, tried])).toEqual([[null, 1]])
  })

  it.each([
    [500, 'internal'],
    [507, 'storage_full'],
    [409, 'key_running'],
  ] as const)('O6: %i %s at one act keeps only what builds upon it from going', async (status, code) => {
    const { store, add, list } = keep()
    add({ ...actOf('broken', 4), subject: 'order-2' })
    add({ ...actOf('after', 5), subject: 'order-2' })
    add(actOf('start', 4))
    add(actOf('complete', 5))
    const { kinds, carriedOut } = server(7, () => null)
    let asked = 0
    const failing: Kinds = {
      ...kinds,
      send: async (act, personId) => {
        if (act.id !== 'broken') return kinds.send(act, personId)
        asked += 1
        throw new ApiError(status, code)
      },
    }
    expect(await sendAll('me', store, failing, now)).toBe('busy')
    expect([asked, carriedOut, list().map(({ id, refusal }) => [id, refusal])]).toEqual([
      1,
      ['start', 'complete'],
      [
        ['broken', null],
        ['after', null],
      ],
    ])
  })
})

it('O1: an answer that was lost and whose key is gone is looked up before it counts as refused', async () => {
  const { store, add, list } = keep()
  add(actOf('start', 4))
  add(actOf('complete', 5))
  const { kinds, carriedOut, change } = server(7, () => null)
  change()
  const found: Kinds = {
    ...kinds,
    explain: async ({ id }) =>
      id === 'start' ? { done: true, version: 8 } : Promise.reject(new Error('nothing else is refused')),
  }
  expect(await sendAll('me', store, found, now)).toBe('done')
  expect([carriedOut, list()]).toEqual([['complete'], []])
})

const refusal = { status: 409, code: 'wrong_state', message: '', at: 0, theirs: null, by: null, byAt: null }
const listOf = (id: string, ...serials: string[]): NewAct => ({
  ...actOf(id, 2),
  subject: 'station-1',
  call: {
    route: 'POST /api/stations/{stationId}/devices',
    params: { stationId: 'station-1' },
    body: {
      devices: serials.map(deviceRow),
    },
    ifMatch: null,
  },
})

describe('O3: what was refused is done again, and what else waits keeps its place', () => {
  it('O3: a step done again stands where the refused one stood, before what builds upon it', async () => {
    const { store, add, list } = keep()
    add(actOf('start', 4))
    add(actOf('complete', 5))
    await store.update((all) => all.map((act) => (act.id === 'start' ? { ...act, refusal } : act)))
    add(actOf('again', 4, 9))
    expect(list().map(({ id, follows }) => [id, follows])).toEqual([
      ['again', null],
      ['complete', 'again'],
    ])
    const { kinds, carriedOut } = server(9, () => null)
    expect(await sendAll('me', store, kinds, now)).toBe('done')
    expect([carriedOut, list()]).toEqual([['again', 'complete'], []])
  })

  it('O3: another list of devices for the same station does not take the place of one whose serials were refused', async () => {
    const { store, add, list } = keep()
    add(listOf('morning', 'A1', 'A2'))
    const rows = [{ id: 'A2', code: 'sn_repeat' }]
    await store.update((all) => all.map((act) => ({ ...act, refusal: { ...refusal, rows } })))
    add(listOf('evening', 'B1'))
    expect(list().map(({ id, follows }) => [id, follows])).toEqual([
      ['morning', null],
      ['evening', null],
    ])
    // The very same list, pressed again, is one list.
    add(listOf('morning', 'A1', 'A2'))
    expect(list().map(({ id }) => id)).toEqual(['morning', 'evening'])
  })

  it('O3: a list of devices goes although some of the list before it were not taken', async () => {
    const { store, add, list } = keep()
    add(listOf('morning', 'A1', 'A2'))
    add(listOf('evening', 'B1'))
    const sent: string[] = []
    const rows = [{ id: 'A2', code: 'sn_repeat' }]
    const kinds: Kinds = {
      ...server(7, () => null).kinds,
      send: async ({ id }) => {
        sent.push(id)
        return { answer: null, version: null }
      },
      settle: async ({ id }) => (id === 'morning' ? { ...refusal, rows } : null),
    }
    expect(await sendAll('me', store, kinds, now)).toBe('done')
    expect([sent, list().map(({ id }) => id)]).toEqual([['morning', 'evening'], ['morning']])
    expect(withFollowers(list(), 'morning').map(({ id }) => id)).toEqual(['morning'])
  })
})

describe('O6: a phone that is full, or whose store cannot be read', () => {
  it('O6: has room enough to send what waits: what only counts tries need not be kept', async () => {
    const { store, add, list } = keep()
    add(actOf('start', 4))
    add(actOf('complete', 5, 7, 2))
    let room = 0
    const full: QueueStore = {
      ...store,
      update: async (by) => {
        const next = by(list())
        // Only what is shorter fits.
        if (next.length >= list().length) throw new Error('QuotaExceededError')
        room += 1
        await store.update(by)
      },
    }
    const { kinds, carriedOut, files } = server(7, () => null)
    expect(await sendAll('me', full, kinds, now)).toBe('done')
    expect([carriedOut, files.size, list(), room]).toEqual([['start', 'complete'], 2, [], 2])
  })

  it('O6: never says that nothing waits', async () => {
    const { store, add } = keep()
    add(actOf('start', 4))
    const { kinds } = server(7, () => null)
    const deaf: QueueStore = { ...store, read: async () => Promise.reject(new Error('connection lost')) }
    expect(await sendAll('me', deaf, kinds, now)).toBe('failed')
  })

  it('O6: what is too large for something on the way is decided, not tried for ever', async () => {
    const { store, add, list } = keep()
    add(actOf('start', 4, 7, 1))
    const { kinds } = server(7, () => null)
    const narrow: Kinds = {
      ...kinds,
      sendFile: async () => Promise.reject(new ApiError(413, 'unreadable')),
    }
    expect(await sendAll('me', store, narrow, now)).toBe('done')
    expect(list()[0]?.refusal?.status).toBe(413)
  })
})
