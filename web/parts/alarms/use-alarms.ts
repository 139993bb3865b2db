import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../app/data/call.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { useNow } from '../../kit/time/now.ts'
import { dataKey } from '../../app/data/query.ts'
import type { PageSearch } from '../../paths.ts'

export type Alarms = Answer<'GET /api/alarms'>
export type Alarm = Alarms['alarms'][number]
export type AlarmDetail = Answer<'GET /api/alarms/{alarmId}'>
type Search = Pick<PageSearch<'om-page'>, 'search' | 'level' | 'status' | 'kind' | 'days'>

const DAY = 86_400_000
const pageSize = 30

/** What the address asks for, as the API takes it. The window of days begins with an hour, so that it can be cached. */
const queryOf = ({ search, level, status, kind, days }: Search, now: number) => ({
  ...(search ? { search } : {}),
  ...(level ? { level } : {}),
  ...(status === 'all' ? {} : { status: status ?? ('open' as const) }),
  ...(kind ? { kind } : {}),
  ...(days ? { from: Math.floor(now / 3_600_000) * 3_600_000 - Number(days) * DAY } : {}),
  limit: pageSize,
})

/** Alarms, worst first, page by page. What was shown stays while another filter loads. */
export const useAlarms = (search: Search) => {
  const query = queryOf(search, useNow())
  return useInfiniteQuery({
    queryKey: dataKey('GET /api/alarms', { query }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/alarms', {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  })
}
