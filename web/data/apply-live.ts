import type { InfiniteData } from '@tanstack/react-query'
import type { LiveEvent } from '#contract/http/telemetry.ts'
import type { Answer } from './call.ts'
import { contact } from './contact.ts'
import { live } from './live.ts'
import { dataKey, queryClient, refresh } from './query.ts'

type Station = Answer<'GET /api/stations/{stationId}'>
type Stations = Answer<'GET /api/stations'>
type Home = Answer<'GET /api/home'>
type Devices = Answer<'GET /api/stations/{stationId}/devices'>
type Device = Answer<'GET /api/devices/{deviceId}'>
type Card = Stations['stations'][number]
type StationEvent = Extract<LiveEvent, { type: 'station' }>
type DeviceEvent = Extract<LiveEvent, { type: 'device' }>

/** Late events never move a figure back. */
const applyStation = ({ live: now }: StationEvent): void => {
  const card = (old: Card): Card =>
    old.id === now.stationId
      ? {
          ...old,
          condition: now.condition,
          powerW: now.powerW,
          powerAt: now.powerAt,
          todayWh: now.todayWh,
          equivalentHours: now.equivalentHours,
          attention: now.attention,
          lastHeardAt: now.lastHeardAt,
        }
      : old
  queryClient.setQueryData<Station>(
    dataKey('GET /api/stations/{stationId}', { params: { stationId: now.stationId } }),
    (old) => (old && old.live.at <= now.at ? { ...old, live: now } : old),
  )
  queryClient.setQueriesData<InfiniteData<Stations> | Stations>(
    { queryKey: ['GET /api/stations'] },
    (old) => {
      if (!old) return old
      if ('pages' in old)
        return { ...old, pages: old.pages.map((page) => ({ ...page, stations: page.stations.map(card) })) }
      return { ...old, stations: old.stations.map(card) }
    },
  )
  queryClient.setQueryData<Home>(dataKey('GET /api/home'), (old) =>
    old ? { ...old, ranking: old.ranking.map(card), attention: old.attention.map(card) } : old,
  )
}

const applyDevice = ({ device, latest, link }: DeviceEvent): void => {
  queryClient.setQueriesData<Devices>(
    {
      queryKey: dataKey('GET /api/stations/{stationId}/devices', { params: { stationId: device.stationId } }),
    },
    (old) => old && { devices: old.devices.map((one) => (one.id === device.id ? device : one)) },
  )
  queryClient.setQueriesData<Device>({ queryKey: ['GET /api/devices/{deviceId}'] }, (old) => {
    if (!old) return old
    if (old.device.id === device.id) {
      const newest = latest && (!old.latest || latest.ts >= old.latest.ts) ? latest : old.latest
      return { ...old, device: { ...old.device, ...device }, latest: newest, link: link ?? old.link }
    }
    if (old.gateway?.id === device.id) return { ...old, gateway: { ...old.gateway, online: device.online } }
    if (!old.children.some((one) => one.id === device.id)) return old
    return { ...old, children: old.children.map((one) => (one.id === device.id ? device : one)) }
  })
}

let homeTimer = 0
/** Home's sums are the server's; several stations moving at once cost one read. */
const refreshHomeSoon = (): void => {
  if (homeTimer) return
  homeTimer = window.setTimeout(() => {
    homeTimer = 0
    void refresh('GET /api/home')
  }, 10_000)
}

const askEveryMs = 45_000
/** Where something between lets no stream through, what is on the screen is asked for instead. */
const askWithoutStream = (): (() => void) => {
  const timer = window.setInterval(() => {
    if (contact.missesStream() && document.visibilityState === 'visible')
      void queryClient.invalidateQueries({ refetchType: 'active' })
  }, askEveryMs)
  return () => window.clearInterval(timer)
}

let greeted = false
/** Live events become changes of the query cache; what an event cannot carry is read again. */
export const applyLive = (): (() => void) => {
  const stopAsking = askWithoutStream()
  const stopListening = live.listen((event) => {
    if (event.type === 'station') {
      applyStation(event)
      refreshHomeSoon()
    } else if (event.type === 'device') applyDevice(event)
    else if (event.type === 'hello') {
      // After a lost connection something may have been missed.
      if (greeted) void queryClient.invalidateQueries({ refetchType: 'active' })
      greeted = true
    } else {
      const params = { stationId: event.stationId }
      if (event.what === 'energy') {
        void queryClient.invalidateQueries({
          queryKey: dataKey('GET /api/stations/{stationId}/energy', { params }),
        })
        void queryClient.invalidateQueries({
          queryKey: dataKey('GET /api/stations/{stationId}/power', { params }),
        })
        // Which devices it was is not said; only those on the screen are read again.
        void refresh(
          'GET /api/devices/{deviceId}',
          'GET /api/devices/{deviceId}/curve',
          'GET /api/devices/{deviceId}/energy',
        )
        return
      }
      void queryClient.invalidateQueries({ queryKey: dataKey('GET /api/stations/{stationId}', { params }) })
      void queryClient.invalidateQueries({
        queryKey: dataKey('GET /api/stations/{stationId}/devices', { params }),
      })
      void refresh('GET /api/stations', 'GET /api/devices/{deviceId}')
    }
  })
  return () => {
    stopAsking()
    stopListening()
  }
}
