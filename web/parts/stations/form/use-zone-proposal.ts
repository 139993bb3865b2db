import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { latitude as latitudeRule, longitude as longitudeRule } from '#domain/stations/fields.ts'
import { useData } from '../../../app/data/query.ts'
import { countryChange } from './country-change.ts'
import { setMany } from './set-many.ts'
import type { StationValues } from './station-values.ts'
import { countryOfZone, sameZone } from './zones.ts'

const restMs = 500

type Position = { latitude: number; longitude: number }

/** Signed degrees of a position that is whole and right; null otherwise. */
export const positionOf = (
  values: Pick<StationValues, 'latitude' | 'north' | 'longitude' | 'east'>,
): Position | null => {
  const { latitude, north, longitude, east } = values
  if (!latitudeRule.safeParse(latitude).success || !longitudeRule.safeParse(longitude).success) return null
  return {
    latitude: (north ? 1 : -1) * Number(latitude),
    longitude: (east ? 1 : -1) * Number(longitude),
  }
}

const useRested = <T>(value: T): T => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), restMs)
    return () => window.clearTimeout(timer)
  }, [value])
  return rested
}

/**
 * The time zone of the position that was entered. It is taken where none stands yet, or where the one that stands was
 * itself proposed for the position before; a zone that a person chose stays. With the zone comes its country, where it
 * has but one and none was entered.
 */
export const useZoneProposal = (): { proposed: string | null; asking: boolean } => {
  const { setValue, getValues } = useFormContext<StationValues>()
  const [latitude, north, longitude, east] = useWatch<
    StationValues,
    ['latitude', 'north', 'longitude', 'east']
  >({ name: ['latitude', 'north', 'longitude', 'east'] })
  const written = useRested(JSON.stringify(positionOf({ latitude, north, longitude, east })))
  const position = JSON.parse(written) as Position | null
  const answer = useData(
    'GET /api/time-zone',
    { query: position ?? { latitude: 0, longitude: 0 } },
    { enabled: position !== null, staleTime: Number.POSITIVE_INFINITY },
  )
  const proposed = position === null ? null : (answer.data?.timeZone ?? null)
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (proposed === null) return
    const values = getValues()
    const { timeZone } = values
    const open = timeZone === null || (before.current !== null && sameZone(timeZone, before.current))
    before.current = proposed
    if (!open) return
    if (timeZone !== proposed) setMany(setValue, { timeZone: proposed })
    const home = countryOfZone(proposed)
    if (values.country === null && home !== null) setMany(setValue, countryChange(values, home))
  }, [proposed, getValues, setValue])
  return { proposed, asking: position !== null && answer.isFetching }
}
