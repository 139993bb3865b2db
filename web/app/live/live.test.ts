import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let answers = true
const called = vi.fn<(stations: string[]) => void>()
vi.mock('../data/call.ts', () => ({
  call: async (_: string, { body }: { body: { stations: string[] } }) => {
    called(body.stations)
    if (!answers) throw new Error('no network')
    return {}
  },
}))

type Heard = (message: { data: unknown }) => void
let notes: unknown[] = []
let toTab: Heard = () => undefined
let sources: FakeSource[] = []
let grants = true

class FakeSource {
  static readonly CLOSED = 2
  readyState = 1
  private heard: Heard = () => undefined
  constructor() {
    sources.push(this)
  }
  addEventListener(name: string, listener: Heard): void {
    if (name === 'message') this.heard = listener
  }
  say(event: unknown): void {
    this.heard({ data: JSON.stringify(event) })
  }
  close(): void {
    this.readyState = 2
  }
}
class FakeChannel {
  addEventListener(_: string, listener: Heard): void {
    toTab = listener
  }
  postMessage(note: unknown): void {
    notes.push(note)
  }
}

const openTab = async () => {
  vi.resetModules()
  const { startLive, live } = await import('./live.ts')
  const { contact } = await import('../../kit/time/contact.ts')
  startLive()
  await Promise.resolve()
  return { live, contact }
}
/** What the leading tab says to whoever asks. */
const reply = (): void => toTab({ data: { kind: 'state', connected: true } })
const hello = { type: 'hello', streamId: '0190a8d2-0000-7000-8000-000000000001' }

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 })
  ;[notes, sources, grants, answers] = [[], [], true, true]
  called.mockClear()
  const page = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('document', { ...page, visibilityState: 'visible' })
  vi.stubGlobal('window', {
    ...page,
    BroadcastChannel: FakeChannel,
    setInterval,
    clearInterval,
    setTimeout,
    clearTimeout,
  })
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, _how: unknown, work: () => Promise<void>) =>
        grants ? work() : new Promise(() => undefined),
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the stream of a phone that slept', () => {
  it('is opened anew: nobody tells a page that its connection has ended meanwhile', async () => {
    const { live } = await openTab()
    sources[0]?.say(hello)
    expect(live.connected()).toBe(true)
    // A quiet quarter of an hour awake is none.
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    expect(sources.length).toBe(1)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sources.map(({ readyState }) => readyState)).toEqual([2, 1])
    sources[1]?.say(hello)
    expect(live.connected()).toBe(true)
  })
})

describe('a tab that lives on the stream of another tab', () => {
  it('asks by itself when the other one sleeps, until it is heard again', async () => {
    grants = false
    const { live, contact } = await openTab()
    reply()
    for (let minute = 0; minute < 10; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000)
      reply()
      expect(contact.missesStream()).toBe(false)
    }
    // What it is asked every half minute is not answered any more.
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect([live.connected(), contact.missesStream()]).toEqual([false, true])
    reply()
    expect(contact.missesStream()).toBe(false)
    expect(notes.length).toBeGreaterThan(20)
  })

  it('does not blame the other one for its own sleep', async () => {
    grants = false
    const { contact } = await openTab()
    reply()
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(contact.missesStream()).toBe(false)
  })
})

describe('the single devices of a station', () => {
  it('are asked for while a screen shows them, again where that failed, and not at all where none does', async () => {
    const { live } = await openTab()
    sources[0]?.say(hello)
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    // A screen on a wall may not ask, and has nothing to ask for.
    expect(called.mock.calls).toEqual([])
    const leave = live.watchStation('one')
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    answers = false
    leave()
    await vi.advanceTimersByTimeAsync(0)
    answers = true
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(called.mock.calls).toEqual([[['one']], [[]], [[]]])
    // Another stream knows nothing of it.
    sources[0]?.say({ ...hello, streamId: '0190a8d2-0000-7000-8000-000000000002' })
    live.watchStation('two')
    await vi.advanceTimersByTimeAsync(0)
    expect(called.mock.calls.slice(3)).toEqual([[['two']]])
  })
})
