import { describe, expect, it, vi } from 'vitest'

type Message = { id: string; type: string; re?: string; data: Record<string, unknown> }
const shell = vi.hoisted(() => ({
  posted: [] as unknown[],
  say: (_message: object): void => undefined,
}))
vi.mock('./transport.ts', () => ({
  findTransport: async () => ({
    post: (message: object) => void shell.posted.push(message),
    listen: (receive: (message: object) => void) => {
      shell.say = receive
    },
  }),
}))
vi.mock('../../session/session.ts', () => ({ signedIn: () => undefined }))
vi.mock('../../data/query.ts', () => ({ queryClient: { invalidateQueries: async () => undefined } }))

const events = { addEventListener: () => undefined }
vi.stubGlobal('document', {
  ...events,
  documentElement: { lang: 'en', style: { setProperty: () => undefined } },
  querySelectorAll: () => [],
})
vi.stubGlobal('location', { pathname: '/h5/fullscreen-chart', origin: 'https://example.test' })
vi.stubGlobal('window', {
  ...events,
  setTimeout: () => 0,
  clearTimeout: () => undefined,
  matchMedia: () => events,
})
vi.stubGlobal('matchMedia', () => ({ ...events, matches: false }))

const posted = (type: string): Message => {
  const found = (shell.posted as Message[]).findLast((message) => message.type === type)
  if (!found) throw new Error(`no ${type} was sent`)
  return found
}
let count = 0
const say = (type: string, data: object, re?: string): void => {
  count += 1
  shell.say({ pvshell: 1, id: `s${count}`, ts: 0, type, data, ...(re !== undefined && { re }) })
}
const { held } = await import('../../../kit/navigation/native-shell.ts')
const { openBridge } = await import('./bridge.ts')
await openBridge()
const signsIn = (): boolean => held.by()?.signsIn() ?? false

describe('a shell that has been asked to sign in', () => {
  it('goes on doing so when it refuses something else that it does not know', () => {
    expect(signsIn()).toBe(true)
    say('ack', { ok: false, code: 'unknown_type' }, posted('ui.orientation').id)
    expect(signsIn()).toBe(true)
  })

  it('leaves it to the page once it has refused that', () => {
    say('ack', { ok: false, code: 'unsupported' }, posted('page.ready').id)
    expect(signsIn()).toBe(false)
  })
})
