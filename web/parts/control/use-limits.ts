import { useEffect } from 'react'
import { refresh, useData } from '../../app/data/query.ts'

const route = 'GET /api/stations/{stationId}/limits'
const idleMs = 30_000
/** Once one is over it is asked what ended it. */
const endingMs = 3_000

/** Limits of a station, in force and ended; asked for more often while one begins or its end is due. */
export const useLimits = (stationId: string, now: number) => {
  const found = useData(route, { params: { stationId } }, { refetchInterval: idleMs })
  const isDue = found.data?.inForce.some(({ endsAt, setAt }) => setAt === null || endsAt <= now) ?? false
  useEffect(() => {
    if (!isDue) return
    const timer = window.setInterval(() => void refresh(route), endingMs)
    return () => window.clearInterval(timer)
  }, [isDue])
  return found
}
