import { ApiError } from '../../../app/data/api-error.ts'
import type { StationData } from '../station-queries.ts'

/** As somebody else saved it, with who and when where that is known. */
export type Theirs = { station: StationData; changedBy: string | null; changedAt: number | null }

/** The station as somebody else has saved it meanwhile, when that is why it was refused. */
export const staleStation = (error: unknown): Theirs | null => {
  if (!(error instanceof ApiError) || error.code !== 'version_stale') return null
  const { current } = error
  return typeof current === 'object' && current !== null && 'station' in current ? (current as Theirs) : null
}
