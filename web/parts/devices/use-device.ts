import { useEffect } from 'react'
import { live } from '../../app/live/live.ts'
import { useData } from '../../app/data/query.ts'
import { hasOwnPage, pathToDevice } from '../../paths.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import type { DeviceDetail } from './device-facts.ts'

/** Whether the page of `kind` is where a device of the kind that was found is shown. */
export const isShownAs = (
  found: DeviceDetail['device']['kind'],
  kind: DeviceDetail['device']['kind'] | null,
): boolean => (kind === null ? !hasOwnPage(found) : found === kind)

/**
 * A device with all about it, moved by live events while the page is open. The address of another kind of device
 * leads on to its own page. `kind` null: one without a route of its own.
 */
export const useDevice = (deviceId: string, kind: DeviceDetail['device']['kind'] | null) => {
  const device = useData('GET /api/devices/{deviceId}', { params: { deviceId } })
  const stationId = device.data?.station.id
  const foundKind = device.data?.device.kind
  useEffect(() => (stationId === undefined ? undefined : live.watchStation(stationId)), [stationId])
  useEffect(() => {
    if (foundKind !== undefined && !isShownAs(foundKind, kind))
      navigate.replace(pathToDevice(foundKind, deviceId))
  }, [foundKind, kind, deviceId])
  return device
}
