import type { ActKey } from '../data/call-types.ts'
import { refresh } from '../data/query.ts'
import { changesBy } from './change-map.ts'

const listReads = ['GET /api/stations', 'GET /api/station-pins', 'GET /api/home'] as const

/** Reads anew what an act of this phone has made old, where it is shown; elsewhere it is read when it is shown. */
export const readAfter = (act: ActKey): Promise<unknown> => {
  const changes = changesBy(act)
  const reads = changes.flatMap(({ reads = [], ofStation = [], lists = false }) => [
    ...reads,
    ...ofStation,
    ...(lists ? listReads : []),
  ])
  return refresh(...new Set(reads))
}
