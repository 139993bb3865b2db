import type { InfiniteData, Query } from '@tanstack/react-query'
import { call } from '../data/call.ts'
import type { Answer, CallInput } from '../data/call-types.ts'
import { queryClient, readAnew } from '../data/query.ts'
import { byTurns } from './read-by-turns.ts'

type Stations = Answer<'GET /api/stations'>
type Pages = InfiniteData<Stations, string | null>

/** Lists no longer than this are read again whole; of longer ones the pages that are concerned. */
const wholeUpTo = 2

const readPages = async (query: Query, data: Pages, changed: ReadonlySet<string>): Promise<void> => {
  const asked = query.queryKey[2] as CallInput<'GET /api/stations'>['query']
  for (const [no, page] of data.pages.entries()) {
    if (!page.stations.some(({ id }) => changed.has(id))) continue
    const cursor = data.pageParams[no]
    const fresh = await call('GET /api/stations', { query: { ...asked, ...(cursor ? { cursor } : {}) } })
    queryClient.setQueryData<Pages>(query.queryKey, (now) =>
      // Another reading, or a pull from above, may have come first.
      now?.pages[no] === page ? { ...now, pages: now.pages.with(no, fresh) } : now,
    )
  }
}

/** All pins are one long answer. */
const readPins = byTurns((route: 'GET /api/station-pins') => readAnew({ queryKey: [route] }))

/**
 * Reads lists of stations again after these stations changed. A list that nobody looks at is read when somebody does;
 * of a long one only the pages with a changed station are, so that scrolling far costs nothing later.
 */
export const refreshStationLists = (changed: ReadonlySet<string>): void => {
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['GET /api/stations'] })
  for (const query of lists) {
    const data = query.state.data as Pages | Stations | undefined
    const long = data && 'pages' in data && data.pages.length > wholeUpTo
    if (query.isActive() && long) {
      // What could not be read now is read at the next occasion.
      readPages(query, data, changed).catch(() => query.invalidate())
    } else void readAnew({ queryKey: query.queryKey, exact: true })
  }
  readPins('GET /api/station-pins')
}
