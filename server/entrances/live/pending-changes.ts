import type { ChangeEvent } from '../../events.ts'

export type PendingChanges = {
  stations: Set<string>
  /** Devices by station. */
  devices: Map<string, Set<string>>
  changed: Map<string, Set<Extract<ChangeEvent, { type: 'changed' }>['what']>>
}

export const noPendingChanges = (): PendingChanges => ({
  stations: new Set(),
  devices: new Map(),
  changed: new Map(),
})

/** Change events gathered between two sendings: a station that moved a hundred times moved once. */
export const gather = (pendingChanges: PendingChanges, changeEvents: ChangeEvent): void => {
  if (changeEvents.type === 'changed') {
    const what = pendingChanges.changed.get(changeEvents.stationId) ?? new Set()
    pendingChanges.changed.set(changeEvents.stationId, what.add(changeEvents.what))
    return
  }
  pendingChanges.stations.add(changeEvents.stationId)
  if (changeEvents.type !== 'device') return
  const devices = pendingChanges.devices.get(changeEvents.stationId) ?? new Set()
  pendingChanges.devices.set(changeEvents.stationId, devices.add(changeEvents.deviceId))
}

/** Stations that anything is to be said about. */
export const concerned = (pendingChanges: PendingChanges): string[] => [
  ...new Set([...pendingChanges.stations, ...pendingChanges.changed.keys()]),
]
