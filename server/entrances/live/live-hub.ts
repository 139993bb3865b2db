import type { LiveEvent } from '#contract/http/telemetry.ts'
import { visibleAmong } from '../../features/stations/find-stations.ts'
import type { Who } from '../../features/accounts/who.ts'
import { may } from '../../features/accounts/who.ts'
import type { EventStream } from '../../call.ts'
import type { Context } from '../../context.ts'
import { createNotice } from '../../platform/notice.ts'
import type { PendingChanges } from './pending-changes.ts'
import { concerned, gather, noPendingChanges } from './pending-changes.ts'
import type { Looks } from './news.ts'

/** What changes is gathered this long before it is sent. */
export const LIVE_GAP_MS = 200
/** Where sending takes long, three times as long passes before the next, up to this: it never takes all of a server. */
export const LIVE_GAP_MOST_MS = 1_000
const REST = 3
/** More stations than this are said to be all. */
const LOOKS_MAX = 150
/** Accounts whose scope is asked for at the same time. */
const SCOPES_AT_ONCE = 4

type StationEvent = Extract<LiveEvent, { type: 'station' }>
type DeviceEvent = Extract<LiveEvent, { type: 'device' }>

/** Where the hub gets what it sends; each is asked once a sending, whoever listens. */
export type LiveSources = {
  stations: (ids: readonly string[], now: number) => Promise<StationEvent['live'][]>
  devices: (ids: readonly string[], now: number) => Promise<(DeviceEvent & { stationId: string })[]>
}

type Listener = {
  id: string
  stream: EventStream<LiveEvent>
  /** Stations whose single devices this stream wants to hear of. */
  watched: ReadonlySet<string>
}

export type LiveHub = {
  /** Adds a stream until it closes. */
  join: (streamId: string, stream: EventStream<LiveEvent>) => void
  /** Sets what a stream of this session watches; false when it has no such stream. */
  watch: (streamId: string, who: Who, stations: readonly string[]) => boolean
  /** Sends what has been gathered, without waiting for its turn. */
  flush: () => Promise<void>
  /** Greets every stream again: something may have been missed, and the pages read again. */
  reread: () => void
  listeners: () => number
  /** What the streams follow, and when that changes. */
  looks: () => Looks
  looksChanged: (listener: () => void) => () => void
  stop: () => Promise<void>
}

export type LiveOptions = {
  sources: LiveSources
  /** Replaced in tests. Calls `work` after `ms`; gives the function that cancels it. */
  later?: (work: () => void, ms: number) => () => void
}

const byTimer = (work: () => void, ms: number): (() => void) => {
  const timer = setTimeout(work, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

const inGroups = async <T>(items: readonly T[], size: number, work: (item: T) => Promise<void>) => {
  for (let at = 0; at < items.length; at += size) await Promise.all(items.slice(at, at + size).map(work))
}

/**
 * Gathers the change events of stations and sends them, some times a second, to the streams that may hear of them. Figures
 * are computed once for all; what a person may see is asked of the database after that, right before sending, and
 * the stream's rights are those the pipeline has read last, so a share that was taken back is heard of no more.
 */
export const createLiveHub = (
  context: Pick<Context, 'db' | 'clock' | 'log' | 'changeEvents'>,
  { sources, later = byTimer }: LiveOptions,
): LiveHub => {
  const { db, clock, log, changeEvents } = context
  const listeners = new Map<string, Listener>()
  const looksChanged = createNotice<void>()
  let pendingChanges = noPendingChanges()
  let sending: Promise<void> = Promise.resolve()
  let cancel: (() => void) | null = null
  let stopped = false
  /** Of the last sending. */
  let tookMs = 0

  const allWatched = (): Set<string> => new Set([...listeners.values()].flatMap((one) => [...one.watched]))

  const scopeOf = async (who: Who, ids: readonly string[]): Promise<Set<string>> => {
    const rows = await visibleAmong(db, ids, who, clock())
    return new Set(rows.map(({ id }) => id))
  }

  const eventsFor = (
    listener: Listener,
    visible: ReadonlySet<string>,
    found: {
      pendingChanges: PendingChanges
      figures: StationEvent['live'][]
      devices: (DeviceEvent & { stationId: string })[]
    },
  ): LiveEvent[] => {
    const who = listener.stream.who()
    const events: LiveEvent[] = []
    if (may(who, 'station:station:view'))
      for (const live of found.figures)
        if (visible.has(live.stationId)) events.push({ type: 'station', live })
    if (may(who, 'device:device:view'))
      for (const { stationId, ...event } of found.devices)
        if (visible.has(stationId) && listener.watched.has(stationId)) events.push(event)
    if (may(who, 'station:station:view'))
      for (const [stationId, all] of found.pendingChanges.changed)
        if (visible.has(stationId)) for (const what of all) events.push({ type: 'changed', stationId, what })
    return events
  }

  const send = async (gathered: PendingChanges): Promise<void> => {
    const ids = concerned(gathered)
    if (ids.length === 0 || listeners.size === 0) return
    const now = clock()
    await sendAt(now, ids, gathered)
    tookMs = clock() - now
  }

  const sendAt = async (now: number, ids: readonly string[], gathered: PendingChanges): Promise<void> => {
    const watched = allWatched()
    const deviceIds = [...gathered.devices].flatMap(([station, all]) =>
      watched.has(station) ? [...all] : [],
    )
    const [figures, devices] = await Promise.all([
      gathered.stations.size === 0 ? [] : sources.stations([...gathered.stations], now),
      deviceIds.length === 0 ? [] : sources.devices(deviceIds, now),
    ])
    const found = { pendingChanges: gathered, figures, devices }
    const byAccount = Map.groupBy(listeners.values(), (one) => one.stream.who().accountId)
    await inGroups([...byAccount.values()], SCOPES_AT_ONCE, async (streams) => {
      const first = streams[0]
      if (first === undefined) return
      const visible = await scopeOf(first.stream.who(), ids)
      for (const listener of streams)
        for (const event of eventsFor(listener, visible, found)) if (!listener.stream.send(event)) break
    })
  }

  const flush = (): Promise<void> => {
    cancel?.()
    cancel = null
    const gathered = pendingChanges
    pendingChanges = noPendingChanges()
    sending = sending
      .then(() => send(gathered))
      .catch((error: unknown) => log.warn({ err: error }, 'live updates could not be sent'))
    return sending
  }

  const schedule = (): void => {
    if (stopped || cancel !== null) return
    cancel = later(
      () => void flush().then(() => concerned(pendingChanges).length > 0 && schedule()),
      Math.min(LIVE_GAP_MOST_MS, Math.max(LIVE_GAP_MS, REST * tookMs)),
    )
  }

  const stopListening = changeEvents.listen((one) => {
    if (stopped || listeners.size === 0) return
    gather(pendingChanges, one)
    schedule()
  })

  return {
    join: (streamId, stream) => {
      if (stream.closed.aborted || stopped) return stream.end()
      listeners.set(streamId, { id: streamId, stream, watched: new Set() })
      const leave = (): void => {
        listeners.delete(streamId)
        looksChanged.tell()
      }
      stream.closed.addEventListener('abort', leave, { once: true })
      looksChanged.tell()
      stream.send({ type: 'hello', streamId })
    },
    watch: (streamId, who, stations) => {
      const listener = listeners.get(streamId)
      if (listener?.stream.who().sessionId !== who.sessionId) return false
      listeners.set(streamId, { ...listener, watched: new Set(stations) })
      looksChanged.tell()
      return true
    },
    flush,
    reread: () => {
      for (const { id, stream } of listeners.values()) stream.send({ type: 'hello', streamId: id })
    },
    listeners: () => listeners.size,
    looks: () => {
      const stations = allWatched()
      return { streams: listeners.size > 0, stations: stations.size > LOOKS_MAX ? null : stations }
    },
    looksChanged: looksChanged.listen,
    stop: async () => {
      stopped = true
      stopListening()
      cancel?.()
      for (const { stream } of listeners.values()) stream.end()
      listeners.clear()
      await sending
    },
  }
}
