import { useData } from '../../data/query.ts'
import { useNow } from '../../ui/now.ts'
import type { DeviceDetail } from '../device-facts.ts'
import { periodKey, todayIn, type Period } from '../../ui/chart/period.ts'

/** What the address says about the history of a device. */
export type HistorySearch = {
  period: Period | undefined
  of: string | undefined
  metric: string | undefined
}

const presentAgainMs = 60_000

/** Curve or bars of what the address names. The present moves by itself: its bars are read again each minute. */
export const useHistory = ({ device, station }: DeviceDetail, search: HistorySearch) => {
  const today = todayIn(useNow(), station.timeZone)
  const period = search.period ?? 'day'
  const key = periodKey(period, search.of, today)
  const present = today.startsWith(key)
  const params = { deviceId: device.id }
  const again = present ? { refetchInterval: presentAgainMs } : {}
  const curve = useData(
    'GET /api/devices/{deviceId}/curve',
    { params, query: { day: period === 'day' ? key : today } },
    { enabled: period === 'day', keep: true, ...again },
  )
  const bars = useData(
    'GET /api/devices/{deviceId}/energy',
    {
      params,
      query: {
        period: period === 'day' ? 'month' : period,
        ...(period !== 'lifetime' && period !== 'day' && { of: key }),
      },
    },
    { enabled: period !== 'day', keep: true, ...again },
  )
  return { today, period, key, present, curve, bars }
}

export type History = ReturnType<typeof useHistory>
