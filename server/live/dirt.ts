import type { News } from './news.ts'

export type Dirt = {
  stations: Set<string>
  /** Devices by station. */
  devices: Map<string, Set<string>>
  changed: Map<string, Set<Extract<News, { type: 'changed' }>['what']>>
}

export const noDirt = (): Dirt => ({ stations: new Set(), devices: new Map(), changed: new Map() })

/** News gathered between two sendings: a station that moved a hundred times moved once. */
export const gather = (dirt: Dirt, news: News): void => {
  if (news.type === 'changed') {
    const what = dirt.changed.get(news.stationId) ?? new Set()
    dirt.changed.set(news.stationId, what.add(news.what))
    return
  }
  dirt.stations.add(news.stationId)
  if (news.type !== 'device') return
  const devices = dirt.devices.get(news.stationId) ?? new Set()
  dirt.devices.set(news.stationId, devices.add(news.deviceId))
}

/** Stations that anything is to be said about. */
export const concerned = (dirt: Dirt): string[] => [...new Set([...dirt.stations, ...dirt.changed.keys()])]
