import { useEffect, useRef, useState } from 'react'
import { latitude as latitudeRule, longitude as longitudeRule } from '#domain/stations/fields.ts'
import { useData } from '../../../app/data/query.ts'
import type { Form } from '../../../app/acts/use-form.ts'
import { countryChange } from './country-change.ts'
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
export const useZoneProposal = (form: Form<StationValues>): { proposed: string | null; asking: boolean } => {
  const written = useRested(JSON.stringify(positionOf(form.values)))
  const position = JSON.parse(written) as Position | null
  const answer = useData(
    'GET /api/time-zone',
    { query: position ?? { latitude: 0, longitude: 0 } },
    { enabled: position !== null, staleTime: Number.POSITIVE_INFINITY },
  )
  const proposed = position === null ? null : (answer.data?.timeZone ?? null)
  const before = useRef<string | null>(null)
  const held = useRef(form)
  useEffect(() => {
    held.current = form
  })
  useEffect(() => {
    if (proposed === null) return
    const { present, change } = held.current
    const values = present()
    const { timeZone } = values
    const open = timeZone === null || (before.current !== null && sameZone(timeZone, before.current))
    before.current = proposed
    if (!open) return
    if (timeZone !== proposed) change({ timeZone: proposed })
    const home = countryOfZone(proposed)
    if (values.country === null && home !== null) change(countryChange(values, home))
  }, [proposed])
  return { proposed, asking: position !== null && answer.isFetching }
}
