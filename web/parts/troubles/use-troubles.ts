import type { Answer, CallInput } from '../../app/data/call-types.ts'
import { readAll } from '../../app/lists/read-all.ts'
import { usePages } from '../../app/lists/use-pages.ts'
import { useNews } from '../../app/live/use-news.ts'
import { onServersClock } from '../../kit/time/clock.ts'
import type { PageSearch } from '../../paths.ts'

export type Troubles = Answer<'GET /api/troubles'>
export type Trouble = Troubles['troubles'][number]
export type Reason = NonNullable<Trouble['reason']>
type Query = NonNullable<CallInput<'GET /api/troubles'>['query']>
type Search = Partial<
  Pick<PageSearch<'om-page'>, 'search' | 'level' | 'reason' | 'kind' | 'stationId' | 'groupId'>
>

/** Silence itself sends no event, so it is asked for as well. */
const askEveryMs = 30_000
/** Three missed answers: what was found then says nothing of now. */
export const staleMs = 3 * askEveryMs + 15_000
/** Several stations that move at once cost one read. */
const settleMs = 3_000
const pageSize = 20

const queryOf = ({ search, level, reason, kind, stationId, groupId }: Search): Query => ({
  ...(search ? { search } : {}),
  ...(level ? { level } : {}),
  ...(reason ? { reason } : {}),
  ...(kind ? { kind } : {}),
  ...(stationId ? { stationId } : {}),
  ...(groupId ? { groupId } : {}),
})

/** Reads it again when something about a station is heard. */
export const useTroubleNews = (waitMs = settleMs): void => useNews('GET /api/troubles', waitMs)

/** What is wrong, a device a row, worst first. */
export const useTroubles = (
  search: Search,
  limit = pageSize,
  how: Pick<Query, 'sort' | 'order'> = {},
  waitMs = settleMs,
) => {
  useTroubleNews(waitMs)
  const query = { ...queryOf(search), ...how }
  const list = usePages('GET /api/troubles', { query: { ...query, limit } }, (page) => page.troubles, {
    refetchInterval: askEveryMs,
  })
  /** All that match, or the first of them, to be taken along or chosen. */
  const readWhole = (most?: number) => readAll('GET /api/troubles', { query }, (page) => page.troubles, most)
  return { ...list, readWhole, checkedAt: onServersClock(list.query.dataUpdatedAt) }
}
