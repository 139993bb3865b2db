import type { InfiniteData, QueryKey } from '@tanstack/react-query'
import type { LiveEvent } from '#contract/http/telemetry.ts'
import type { Answer, ReadKey } from '../data/call-types.ts'
import { changeOf, type ChangeKind } from './change-map.ts'
import { live } from './live.ts'
import { mayHaveMissed } from './may-have-missed.ts'
import { byTurns } from './read-by-turns.ts'
import { dataKey, queryClient, refresh, readAnew } from '../data/query.ts'
import { refreshStationLists } from './refresh-lists.ts'

type Station = Answer<'GET /api/stations/{stationId}'>
type Stations = Answer<'GET /api/stations'>
type Home = Answer<'GET /api/home'>
type Pins = Answer<'GET /api/station-pins'>
type Devices = Answer<'GET /api/stations/{stationId}/devices'>
type Device = Answer<'GET /api/devices/{deviceId}'>
type ChildPage = Answer<'GET /api/devices/{deviceId}/children'>
type Card = Stations['stations'][number]
type StationEvent = Extract<LiveEvent, { type: 'station' }>
type DeviceEvent = Extract<LiveEvent, { type: 'device' }>

/**
 * Writes a live value into the answers that hold it. An answer without it stays untouched, and one that waits to be
 * read again goes on waiting: writing alone would make it look fresh.
 */
const patch = <T>(queryKey: QueryKey, change: (old: T | undefined) => T | undefined): void => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const old = query.state.data as T | undefined
    const now = change(old)
    if (now === undefined || now === old) continue
    const due = query.state.isInvalidated
    queryClient.setQueryData(query.queryKey, now)
    if (due) query.invalidate()
  }
}

/** Late events never move a figure back. All that came together cost one pass over each list. */
const applyStations = (all: ReadonlyMap<string, StationEvent['live']>): void => {
  const card = (old: Card): Card => {
    const now = all.get(old.id)
    if (!now) return old
    const { condition, powerW, powerAt, todayWh, equivalentHours, night, attention, lastHeardAt } = now
    const todayCoverage = now.coverage.today
    return {
      ...old,
      condition,
      powerW,
      powerAt,
      todayWh,
      todayCoverage,
      equivalentHours,
      night,
      attention,
      lastHeardAt,
    }
  }
  const pageOf = (page: Stations): Stations =>
    page.stations.some(({ id }) => all.has(id)) ? { ...page, stations: page.stations.map(card) } : page
  for (const [stationId, now] of all)
    queryClient.setQueryData<Station>(
      dataKey('GET /api/stations/{stationId}', { params: { stationId } }),
      (old) => (old && old.live.at <= now.at ? { ...old, live: now } : old),
    )
  patch<InfiniteData<Stations> | Stations>(['GET /api/stations'], (old) => {
    if (!old) return old
    return 'pages' in old ? { ...old, pages: old.pages.map(pageOf) } : pageOf(old)
  })
  patch<Pins>(['GET /api/station-pins'], (old) =>
    old?.pins.some(({ id }) => all.has(id))
      ? {
          ...old,
          pins: old.pins.map((pin) => {
            const now = all.get(pin.id)
            return now ? { ...pin, condition: now.condition, powerW: now.powerW } : pin
          }),
        }
      : old,
  )
  patch<Home>(dataKey('GET /api/home'), (old) =>
    old && [old.only, ...old.ranking, ...old.attention].some((one) => one && all.has(one.id))
      ? {
          ...old,
          only: old.only && { ...old.only, live: all.get(old.only.id) ?? old.only.live },
          ranking: old.ranking.map(card),
          attention: old.attention.map(card),
        }
      : old,
  )
}

const applyDevice = ({ device, latest, link }: DeviceEvent): void => {
  patch<Devices>(
    dataKey('GET /api/stations/{stationId}/devices', { params: { stationId: device.stationId } }),
    (old) =>
      old && {
        ...old,
        devices: old.devices.map((one) => (one.id === device.id ? { ...one, ...device } : one)),
      },
  )
  patch<Device>(['GET /api/devices/{deviceId}'], (old) => {
    if (!old) return old
    if (old.device.id === device.id) {
      const newest = latest && (!old.latest || latest.ts >= old.latest.ts) ? latest : old.latest
      return { ...old, device: { ...old.device, ...device }, latest: newest, link: link ?? old.link }
    }
    if (old.gateway?.id === device.id) return { ...old, gateway: { ...old.gateway, online: device.online } }
    const before = old.children.find((one) => one.id === device.id)
    if (!before) return old
    const children = old.children.map((one) => (one.id === device.id ? device : one))
    const { kind } = device
    if (kind === 'gateway' || before.online === device.online) return { ...old, children }
    const { online, all } = old.childCounts[kind]
    const counted = { online: online + (device.online ? 1 : -1), all }
    return { ...old, children, childCounts: { ...old.childCounts, [kind]: counted } }
  })
  patch<InfiniteData<ChildPage>>(['GET /api/devices/{deviceId}/children'], (old) =>
    old?.pages.some(({ devices }) => devices.some(({ id }) => id === device.id))
      ? {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            devices: page.devices.map((one) => (one.id === device.id ? device : one)),
          })),
        }
      : old,
  )
}

/** Sums over all stations that somebody sees: long answers, of which the next may wait. A list waits for none. */
const sums: ReadonlySet<ReadKey> = new Set<ReadKey>(['GET /api/home', 'GET /api/troubles'])
const readInTurn = byTurns((route: ReadKey) => refresh(route))

let homeTimer = 0
/** Home's sums are the server's; several stations moving at once cost one read. */
const refreshHomeSoon = (): void => {
  if (homeTimer) return
  homeTimer = window.setTimeout(() => {
    homeTimer = 0
    readInTurn('GET /api/home')
  }, 10_000)
}

type Changed = Extract<LiveEvent, { type: 'changed' }>['what']

/** What the screens in use show of changed stations is read again, once for all that changed together. */
const applyChanges = (changes: ReadonlyMap<string, ReadonlySet<Changed>>): void => {
  const listed = new Set<string>()
  const kinds = new Set<ChangeKind>(['device'])
  for (const [stationId, what] of changes) {
    const ofStation = [...what].flatMap((kind) => changeOf(kind).ofStation ?? [])
    for (const route of new Set(ofStation))
      void readAnew({ queryKey: dataKey(route, { params: { stationId } }) })
    for (const kind of what) kinds.add(kind)
    if ([...what].some((kind) => changeOf(kind).lists)) listed.add(stationId)
  }
  const reads = [...new Set([...kinds].flatMap((kind) => changeOf(kind).reads ?? []))]
  void refresh(...reads.filter((route) => !sums.has(route)))
  for (const route of reads) if (sums.has(route)) readInTurn(route)
  if (listed.size > 0) refreshStationLists(listed)
}

/** What the server sent together is one change of the screen; of a fleet that always moves there is one in so long. */
const gatherMs = 50
const restMs = 250
let gathered = { stations: new Map<string, StationEvent['live']>(), changes: new Map<string, Set<Changed>>() }
let gathering = 0
let appliedAt = 0
const applyGathered = (): void => {
  const { stations, changes } = gathered
  gathered = { stations: new Map(), changes: new Map() }
  gathering = 0
  appliedAt = performance.now()
  if (stations.size > 0) applyStations(stations)
  if (changes.size > 0) applyChanges(changes)
}
const applySoon = (): void => {
  const waitMs = Math.max(gatherMs, appliedAt + restMs - performance.now())
  if (gathering === 0) gathering = window.setTimeout(applyGathered, waitMs)
}

/** Live events become changes of the query cache; what an event cannot carry is read again. */
export const applyLive = (): (() => void) =>
  live.listen((event) => {
    if (event.type === 'station') {
      gathered.stations.set(event.live.stationId, event.live)
      applySoon()
      refreshHomeSoon()
    } else if (event.type === 'device') applyDevice(event)
    else if (event.type === 'hello') {
      // Since what is shown was read, something may have been missed.
      void readAnew({ refetchType: 'active', predicate: (query) => mayHaveMissed(query, Date.now()) })
    } else {
      const what = gathered.changes.get(event.stationId) ?? new Set()
      gathered.changes.set(event.stationId, what.add(event.what))
      applySoon()
    }
  })
