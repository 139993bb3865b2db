import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { QueuedAct } from '../../app/outbox/queued-act.ts'

const drafts = vi.hoisted(() => ({ memory: new Map<string, unknown>(), stored: new Map<string, unknown>() }))
vi.mock('../../app/data/draft-store.ts', () => ({
  readDraft: async (key: string) => drafts.memory.get(key) ?? drafts.stored.get(key),
  readStored: async (key: string) => drafts.stored.get(key),
  dropDraft: async () => undefined,
}))

vi.stubGlobal('window', { BroadcastChannel: undefined })
vi.stubGlobal('document', { documentElement: { lang: 'en' }, addEventListener: () => undefined })
const { ApiError } = await import('../../app/data/api-error.ts')
const { kinds } = await import('./kinds.ts')

/** As a browser has it whose file was moved or edited after it was chosen. */
const lost = (): Blob =>
  Object.assign(new Blob(['x']), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  })
const kept = (blob: Blob) => ({ picture: { blob, name: 'report.pdf', type: 'application/pdf' } })
const file = { id: 'f', purpose: 'order_file' as const, kept: 'k', sent: false }

let bodies: unknown[] = []
beforeEach(() => {
  drafts.memory.clear()
  drafts.stored.clear()
  bodies = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: Blob }) => {
    bodies.push(body)
    await body.arrayBuffer().catch(() => Promise.reject(new TypeError('Failed to fetch')))
    return new Response('{}', { status: 201 })
  })
})

describe('a picture or document that waits to be sent', () => {
  it('O6: goes as the phone stored it: the file that was chosen may have been moved since', async () => {
    const good = new Blob(['good'])
    drafts.memory.set('k', kept(lost()))
    drafts.stored.set('k', kept(good))
    await kinds.sendFile(file, 'me')
    expect(bodies).toEqual([good])
  })

  it('O6: is not a missing network when it cannot be read any more, which would hold up all that waits', async () => {
    drafts.stored.set('k', kept(lost()))
    await expect(kinds.sendFile(file, 'me')).rejects.toMatchObject({ status: 422, code: 'image_unreadable' })
  })

  it('O6: waits for the network when that is what is missing', async () => {
    drafts.stored.set('k', kept(new Blob(['good'])))
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(kinds.sendFile(file, 'me')).rejects.toMatchObject({ status: 0, code: 'no_connection' })
  })
})

it('O6: what no server has refused has a sentence all the same, for the form that it goes back to', async () => {
  const act = {
    call: { route: 'POST /api/reports', params: {}, body: {}, ifMatch: null },
  } as unknown as QueuedAct
  const explained = async (status: number, code: 'image_unreadable' | 'unreadable') =>
    kinds.explain(act, new ApiError(status, code), 'me')
  expect(await explained(422, 'image_unreadable')).toMatchObject({
    refusal: { code: 'image_unreadable', message: '图片已损坏，无法读取。' },
  })
  expect(await explained(413, 'unreadable')).toMatchObject({
    refusal: { code: 'too_large', message: '请求过大。' },
  })
})
