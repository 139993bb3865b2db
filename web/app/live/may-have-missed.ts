import type { Query } from '@tanstack/react-query'
import type { Answer } from '../data/call-types.ts'

/** A map is read again as often as this: for stations that come and go, and for what is told together, ms. */
export const renewMapMs = 60_000

/**
 * Whether what a query holds may be another by what happened while no stream was open. Stations that a map is told of together
 * follow no single event: read less than a minute ago they are as old as they may be.
 */
export const mayHaveMissed = (
  { queryKey: [route], state }: Pick<Query, 'queryKey' | 'state'>,
  now: number,
): boolean => {
  if (route !== 'GET /api/station-pins' || state.isInvalidated || state.data === undefined) return true
  const { grid } = state.data as Answer<'GET /api/station-pins'>
  return grid === null || now - state.dataUpdatedAt >= renewMapMs
}
