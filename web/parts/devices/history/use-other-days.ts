import { useQueries } from '@tanstack/react-query'
import { dataQuery } from '../../../app/data/query.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import type { DeviceDetail } from '../device-facts.ts'
import type { DeviceCurve } from './curve-lines.ts'

type PlaceCurve = Answer<'GET /api/places/{placeId}/curve'>

/** Curves of other days, of the place as long as the device hangs there; those that have not come are left out. */
export const useOtherDays = (
  { device, placeId }: DeviceDetail,
  days: readonly string[],
): readonly DeviceCurve[] => {
  const place = device.removedAt === null ? placeId : null
  return useQueries({
    queries: days.map((day) =>
      place === null
        ? dataQuery('GET /api/devices/{deviceId}/curve', { params: { deviceId: device.id }, query: { day } })
        : dataQuery('GET /api/places/{placeId}/curve', { params: { placeId: place }, query: { day } }),
    ),
    combine: curvesIn,
  })
}

const curvesIn = (found: readonly { data: DeviceCurve | PlaceCurve | undefined }[]): readonly DeviceCurve[] =>
  found.flatMap(({ data }) => data ?? [])
