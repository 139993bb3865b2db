import { useData } from '../../../app/data/query.ts'
import { useNow } from '../../../kit/time/now.ts'
import type { DeviceDetail } from '../device-facts.ts'
import { periodKey, todayIn, type Period } from '../../../kit/chart/period.ts'

/** What the address says about the history of a device. */
export type HistorySearch = {
  period: Period | undefined
  of: string | undefined
  metric: string | undefined
  /** Lines chosen by themselves, and other days beside the one shown; divided by commas. */
  signals: string | undefined
  days: string | undefined
}

const presentAgainMs = 60_000

/**
 * Curve or bars of what the address names. The present moves by itself: its bars are read again each minute. History
 * is that of the place, whichever devices hung there; a device that was removed shows its own record.
 */
export const useHistory = (
  { device, station, placeId }: DeviceDetail,
  search: HistorySearch,
  /** Bars are those of what it made. */
  made: boolean,
) => {
  const today = todayIn(useNow(), station.timeZone)
  const period = search.period ?? 'day'
  const key = periodKey(period, search.of, today)
  const present = today.startsWith(key)
  const again = present ? { refetchInterval: presentAgainMs } : {}
  const place = device.removedAt === null ? placeId : null
  const ofDevice = { deviceId: device.id }
  const ofPlace = { placeId: place ?? '' }
  const days = period === 'day'
  const day = { day: days ? key : today }
  const span = {
    period: days ? 'month' : period,
    ...(period !== 'lifetime' && !days && { of: key }),
  } as const
  const curveOfDevice = useData(
    'GET /api/devices/{deviceId}/curve',
    { params: ofDevice, query: day },
    { enabled: days && place === null, keep: true, ...again },
  )
  const curveOfPlace = useData(
    'GET /api/places/{placeId}/curve',
    { params: ofPlace, query: day },
    { enabled: days && place !== null, keep: true, ...again },
  )
  const barsOfDevice = useData(
    'GET /api/devices/{deviceId}/energy',
    { params: ofDevice, query: span },
    { enabled: made && !days && place === null, keep: true, ...again },
  )
  const barsOfPlace = useData(
    'GET /api/places/{placeId}/energy',
    { params: ofPlace, query: span },
    { enabled: made && !days && place !== null, keep: true, ...again },
  )
  const curve = place === null ? curveOfDevice : curveOfPlace
  const bars = place === null ? barsOfDevice : barsOfPlace
  const told = place === null ? undefined : days ? curveOfPlace.data : barsOfPlace.data
  const exchanges = told?.exchanges ?? []
  return { today, period, key, present, curve, bars, exchanges, exchangesTotal: told?.exchangesTotal ?? 0 }
}

export type History = ReturnType<typeof useHistory>
