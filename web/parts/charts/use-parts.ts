import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../../app/data/api-error.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { dataQuery } from '../../app/data/query.ts'
import type { DeviceCurve } from '../devices/history/curve-lines.ts'
import type { FlowCounter } from '../devices/plain/flow-counters.ts'
import { asCurve, type PowerCurve } from './station-curve.ts'
import type { Exchange } from '../devices/history/exchange-notes.tsx'
import type { Period } from '../../kit/chart/period.ts'

/**
 * What is drawn: a station as a whole, the place of a device with all that ever hung there, or a device that is gone.
 * `id` is that of the station or device.
 */
export type Subject = {
  kind: 'station' | 'device'
  id: string
  /** Of a device that hangs somewhere. */
  placeId: string | null
  name: string
  /** Of what flows through it, by which counter; absent: what it made. */
  counter?: FlowCounter
}
export type DayPart = {
  subject: Subject
  day: string
  curve: DeviceCurve
  expectedW: number[] | null
  exchanges: readonly Exchange[]
}
export type EnergyPart = { subject: Subject; bars: Answer<'GET /api/devices/{deviceId}/energy'> }

/** The part that says what can be shown: the first in which anything was read. */
export const modelOf = (parts: readonly DayPart[]): DayPart | undefined =>
  parts.find(({ curve }) => curve.series.length > 0) ?? parts[0]

type Read<T> = { parts: T[] | null; error: ApiError | null; again: () => void }

const againMs = 60_000

type Result<T> = { data: T | undefined; error: unknown; refetch: () => unknown }
/** One answer of many; stays the same while nothing in it changes. */
const together = <T>(found: readonly Result<T>[]) => ({
  data: found.map(({ data }) => data),
  error: (found.find(({ error, data }) => error && data === undefined)?.error ?? null) as ApiError | null,
  again: () => {
    for (const { error, refetch } of found) if (error) refetch()
  },
})
type PlaceCurve = Answer<'GET /api/places/{placeId}/curve'>
const togetherDays = together<PowerCurve | DeviceCurve | PlaceCurve>
const togetherBars = together<EnergyPart['bars']>

/** The days of all subjects, side by side; null until all are there. */
export const useDays = (
  subjects: readonly Subject[],
  days: readonly string[],
  today: string,
): Read<DayPart> => {
  const wanted = useMemo(
    () => subjects.flatMap((subject) => days.map((day) => ({ subject, day }))),
    [subjects, days],
  )
  const { data, error, again } = useQueries({
    queries: wanted.map(({ subject: { kind, id, placeId }, day }) => ({
      ...(kind === 'station'
        ? dataQuery('GET /api/stations/{stationId}/power', { params: { stationId: id }, query: { day } })
        : placeId
          ? dataQuery('GET /api/places/{placeId}/curve', { params: { placeId }, query: { day } })
          : dataQuery('GET /api/devices/{deviceId}/curve', { params: { deviceId: id }, query: { day } })),
      ...(day === today && { refetchInterval: againMs }),
    })),
    combine: togetherDays,
  })
  const parts = useMemo(() => {
    const found = wanted.flatMap(({ subject, day }, no): DayPart[] => {
      const one = data[no]
      if (!one) return []
      return 'powerW' in one
        ? [{ subject, day, curve: asCurve(one), expectedW: one.expectedW, exchanges: [] }]
        : [
            {
              subject,
              day,
              curve: one,
              expectedW: null,
              exchanges: 'exchanges' in one ? one.exchanges : [],
            },
          ]
    })
    return found.length === wanted.length ? found : null
  }, [wanted, data])
  return { parts, error, again }
}

/** Energy of all subjects over one period; null until all are there. */
export const useEnergies = (
  subjects: readonly Subject[],
  period: Exclude<Period, 'day'> | null,
  of: string,
): Read<EnergyPart> => {
  const query = { period: period ?? 'month', ...(of && { of }) }
  const { data, error, again } = useQueries({
    queries: (period === null ? [] : subjects).map(({ kind, id, placeId, counter }) =>
      kind === 'station'
        ? dataQuery('GET /api/stations/{stationId}/energy', { params: { stationId: id }, query })
        : counter
          ? dataQuery('GET /api/devices/{deviceId}/energy', {
              params: { deviceId: id },
              query: { ...query, counter },
            })
          : placeId
            ? dataQuery('GET /api/places/{placeId}/energy', { params: { placeId }, query })
            : dataQuery('GET /api/devices/{deviceId}/energy', { params: { deviceId: id }, query }),
    ),
    combine: togetherBars,
  })
  const parts = useMemo(() => {
    const found = subjects.flatMap((subject, no): EnergyPart[] => {
      const bars = data[no]
      return bars ? [{ subject, bars }] : []
    })
    return found.length === subjects.length ? found : null
  }, [subjects, data])
  return { parts, error, again }
}
