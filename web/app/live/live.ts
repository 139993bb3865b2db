import type { LiveEvent } from '#contract/http/telemetry.ts'
import { call } from '../data/call.ts'
import { contact } from '../../kit/time/contact.ts'
import { newId } from '../../kit/new-id.ts'

/**
 * One event stream per browser, however many tabs: the tab that holds the lock opens it and passes every event on.
 * Without Web Locks (plain http beyond loopback) each tab that can be seen opens its own.
 */
type Note =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'state'; connected: boolean }
  | { kind: 'watch'; tab: string; stations: string[] }
  | { kind: 'who' }
  | { kind: 'gone'; tab: string }

export type LiveState = { connected: boolean; since: number | null }
type Listener = (event: LiveEvent) => void

const tab = newId()
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('sunkeeper-live') : null
const listeners = new Set<Listener>()
const stateListeners = new Set<() => void>()
const watchedHere = new Map<string, number>()
/** Leader only: what each tab watches. */
const watchedBy = new Map<string, { stations: string[]; heardAt: number }>()
const forgetAfterMs = 75_000
const repeatMs = 30_000
const watchMax = 8

let connected = false
let leading = false
let streamId: string | null = null
let lastAsked = ''
let stop: (() => void) | null = null
/** Leader only: the stream is opened anew. */
let openAnew: (() => void) | null = null
/** When the leading tab was last heard, and when this page last looked at the clock. */
let leaderHeardAt = 0
let lookedAt = 0

const setConnected = (value: boolean): void => {
  if (connected === value) return
  connected = value
  contact.stream(value)
  for (const one of stateListeners) one()
}
const deliver = (event: LiveEvent): void => {
  for (const listener of listeners) listener(event)
}
const post = (note: Note): void => channel?.postMessage(note)

const askForWatched = (): void => {
  if (!leading || !streamId) return
  for (const [id, entry] of watchedBy) {
    if (id !== tab && Date.now() - entry.heardAt > forgetAfterMs) watchedBy.delete(id)
  }
  const stations = [...new Set([...watchedBy.values()].flatMap((entry) => entry.stations))]
    .sort()
    .slice(-watchMax)
  const asked = `${streamId} ${stations.join()}`
  if (asked === lastAsked) return
  // A stream begins with no station: a screen that shows no single device has nothing to ask for.
  if (stations.length === 0 && !lastAsked.startsWith(streamId)) return
  lastAsked = asked
  const failed = streamId
  call('PUT /api/live/{streamId}', { params: { streamId }, body: { stations } }).catch(() => {
    lastAsked = failed
  })
}

const announceWatched = (): void => {
  const stations = [...watchedHere.keys()]
  watchedBy.set(tab, { stations, heardAt: Date.now() })
  if (leading) askForWatched()
  else post({ kind: 'watch', tab, stations })
}

channel?.addEventListener('message', (message: MessageEvent<Note>) => {
  const note = message.data
  if (note.kind === 'event' || note.kind === 'state') leaderHeardAt = Date.now()
  if (note.kind === 'event' && !leading) deliver(note.event)
  else if (note.kind === 'state' && !leading) setConnected(note.connected)
  else if (note.kind === 'who') announceWatched()
  else if (note.kind === 'watch') {
    watchedBy.set(note.tab, { stations: note.stations, heardAt: Date.now() })
    askForWatched()
    if (leading) post({ kind: 'state', connected })
  } else if (note.kind === 'gone') {
    watchedBy.delete(note.tab)
    askForWatched()
  }
})

/** Holds the stream open until told to stop; reconnects with growing pauses, spread so that tabs do not march in step. */
const lead = (): (() => void) => {
  let source: EventSource | null = null
  let timer = 0
  let failures = 0
  leading = true
  const open = (): void => {
    source = new EventSource('/api/live')
    source.addEventListener('open', () => {
      failures = 0
    })
    source.addEventListener('message', (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as LiveEvent
      if (event.type === 'hello') {
        streamId = event.streamId
        setConnected(true)
        post({ kind: 'state', connected: true })
        post({ kind: 'who' })
        announceWatched()
      }
      deliver(event)
      post({ kind: 'event', event })
    })
    source.addEventListener('error', () => {
      setConnected(false)
      post({ kind: 'state', connected: false })
      if (source?.readyState !== EventSource.CLOSED) return
      source.close()
      failures += 1
      const spread = (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 255
      timer = window.setTimeout(open, Math.min(30_000, 1000 * 2 ** failures) * (0.5 + spread / 2))
    })
  }
  open()
  openAnew = () => {
    window.clearTimeout(timer)
    source?.close()
    setConnected(false)
    post({ kind: 'state', connected: false })
    open()
  }
  return () => {
    leading = false
    streamId = null
    openAnew = null
    window.clearTimeout(timer)
    source?.close()
    setConnected(false)
  }
}

const lockLeadership = (): (() => void) => {
  const left = new AbortController()
  void navigator.locks
    .request('sunkeeper-live', { signal: left.signal }, async () => {
      const end = lead()
      await new Promise((resolve) => {
        left.signal.addEventListener('abort', resolve)
      })
      end()
    })
    .catch(() => undefined)
  return () => left.abort()
}

const leadWhileSeen = (): (() => void) => {
  let end: (() => void) | null = null
  const check = (): void => {
    if (document.visibilityState === 'visible') end ??= lead()
    else {
      end?.()
      end = null
    }
  }
  check()
  document.addEventListener('visibilitychange', check)
  return () => {
    document.removeEventListener('visibilitychange', check)
    end?.()
  }
}

/**
 * Timers that stood still were a sleep of the phone or of this page: nobody tells it that its connection has ended
 * meanwhile. A leading tab that does not answer is asleep itself: then this one asks for what it shows.
 */
const look = (): void => {
  const now = Date.now()
  const slept = now - lookedAt > forgetAfterMs
  lookedAt = now
  if (slept) {
    leaderHeardAt = now
    openAnew?.()
  } else if (!leading && now - leaderHeardAt > forgetAfterMs) setConnected(false)
  announceWatched()
}

/** Begins when a person is signed in, ends with the session. Safe to call again. */
export const startLive = (): void => {
  if (stop) return
  contact.expect(true)
  const leave = 'locks' in navigator && channel ? lockLeadership() : leadWhileSeen()
  lookedAt = Date.now()
  leaderHeardAt = lookedAt
  const repeat = window.setInterval(look, repeatMs)
  announceWatched()
  stop = () => {
    window.clearInterval(repeat)
    leave()
  }
}
export const stopLive = (): void => {
  stop?.()
  stop = null
  contact.expect(false)
}

window.addEventListener('pagehide', () => {
  post({ kind: 'gone', tab })
  if (stop) {
    stopLive()
    window.addEventListener('pageshow', startLive, { once: true })
  }
})

export const live = {
  listen: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  connected: (): boolean => connected,
  watchState: (listener: () => void): (() => void) => {
    stateListeners.add(listener)
    return () => stateListeners.delete(listener)
  },
  /** Asks for the single devices of a station while a screen shows them. */
  watchStation: (stationId: string): (() => void) => {
    watchedHere.set(stationId, (watchedHere.get(stationId) ?? 0) + 1)
    announceWatched()
    return () => {
      const left = (watchedHere.get(stationId) ?? 1) - 1
      if (left > 0) watchedHere.set(stationId, left)
      else watchedHere.delete(stationId)
      announceWatched()
    }
  },
}
