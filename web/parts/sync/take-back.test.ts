import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AddingDraft } from '../devices/adding/adding-draft.ts'
import type { QueuedAct } from '../../app/outbox/queued-act.ts'
import { deviceRow } from '../../app/outbox/device-row.fixture.ts'

// The data layer looks at it as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal('window', {}))
const phone = vi.hoisted(() => ({ acts: [] as unknown[], gone: [] as string[], opened: [] as string[] }))
vi.mock('../../app/outbox/queue.ts', async () => {
  const { withFollowers } = await import('../../app/outbox/queued-act.ts')
  return {
    queue: {
      present: () => ({ acts: phone.acts }),
      remove: async (id: string) => {
        const all = withFollowers(phone.acts as QueuedAct[], id)
        phone.gone.push(...all.map((one) => one.id))
        return all
      },
    },
  }
})
vi.mock('../../kit/navigation/navigate.ts', () => ({
  navigate: { push: (path: string) => phone.opened.push(path) },
}))
vi.mock('../../app/data/signed-in.ts', () => ({ personIdNow: () => 'me' }))

const { draftsInHand, readDraft, writeDraft, dropDraft } = await import('../../app/data/draft-store.ts')
const { takeBack } = await import('./take-back.ts')

const refusal = { status: 403, code: 'forbidden', message: '', at: 0, theirs: null, by: null, byAt: null }
const base = {
  title: '',
  seen: null,
  files: [],
  drafts: [],
  restore: null,
  at: 0,
  follows: null,
  tried: 1,
  refusal,
  confirmed: false,
}
const listOf = (id: string, ...serials: string[]): QueuedAct => ({
  ...base,
  id,
  subject: 's',
  call: {
    route: 'POST /api/stations/{stationId}/devices',
    params: { stationId: 's' },
    body: { devices: serials.map(deviceRow) },
    ifMatch: null,
  },
})
const orderOf = (id: string, draft: unknown): QueuedAct => ({
  ...base,
  id,
  subject: id,
  call: {
    route: 'POST /api/reports',
    params: {},
    body: { stationId: 's', deviceId: null, description: 'Hot', images: [], files: [] },
    ifMatch: null,
  },
  restore: {
    key: 'me order',
    draft,
    search: {
      stationId: undefined,
      deviceId: undefined,
      alarms: undefined,
      about: undefined,
      type: undefined,
    },
  },
})

beforeEach(async () => {
  Object.assign(phone, { acts: [], gone: [], opened: [] })
  for (const key of ['me devices s', 'me order']) await dropDraft(key)
})

describe('what is taken back into its form', () => {
  it('O3: brings the lists that built upon it, too', async () => {
    const first = listOf('morning', 'A1')
    phone.acts = [first, { ...listOf('evening', 'B1'), refusal: null, follows: 'morning' }]
    expect(await takeBack(first)).toBe(true)
    const draft = await readDraft<AddingDraft>('me devices s')
    expect([draft?.rows.map(({ sn }) => sn), phone.gone]).toEqual([
      ['A1', 'B1'],
      ['morning', 'evening'],
    ])
  })

  it('O3: joins what the open form holds, and the form shows it', async () => {
    const seen: string[] = []
    let typed: unknown = {
      v: 1,
      target: {},
      rows: [{ ...deviceRow('C1'), checked: null, refused: null }],
      attempt: null,
    }
    const leave = draftsInHand.hold('me devices s', {
      flush: async () => {
        if (typed) await writeDraft('me devices s', typed)
        typed = null
      },
      again: () => void seen.push('again'),
    })
    const act = listOf('morning', 'A1')
    phone.acts = [act]
    await takeBack(act)
    leave()
    const draft = await readDraft<AddingDraft>('me devices s')
    expect([draft?.rows.map(({ sn }) => sn), seen]).toEqual([['C1', 'A1'], ['again']])
  })

  it('O3: does not write over another order that has been begun in the same form', async () => {
    await writeDraft('me order', { v: 1, description: 'another', attempt: null })
    const act = orderOf('one', { v: 1, description: 'Hot' })
    phone.acts = [act]
    expect(await takeBack(act)).toBe(false)
    expect([await readDraft('me order'), phone.gone, phone.opened.length]).toEqual([
      { v: 1, description: 'another', attempt: null },
      [],
      0,
    ])
    // What was left there when the page was closed in the midst of it is the same order.
    await writeDraft('me order', { v: 1, description: 'Hot', attempt: { key: 'one', body: '' } })
    expect(await takeBack(act)).toBe(true)
    expect([await readDraft('me order'), phone.gone, phone.opened.length]).toEqual([
      { v: 1, description: 'Hot' },
      ['one'],
      1,
    ])
  })
})
