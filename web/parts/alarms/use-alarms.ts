import type { Answer } from '../../app/data/call-types.ts'
import { useNow } from '../../kit/time/now.ts'
import { readAll } from '../../app/lists/read-all.ts'
import { usePages } from '../../app/lists/use-pages.ts'
import type { PageSearch } from '../../paths.ts'

export type Alarms = Answer<'GET /api/alarms'>
export type Alarm = Alarms['alarms'][number]
export type AlarmDetail = Answer<'GET /api/alarms/{alarmId}'>
type Search = Pick<
  PageSearch<'om-page'>,
  'search' | 'level' | 'status' | 'kind' | 'days' | 'stationId' | 'groupId'
>

const DAY = 86_400_000
const pageSize = 30

/** What the address asks for, as the API takes it. The window of days begins with an hour, so that it can be cached. */
const queryOf = ({ search, level, status, kind, days, stationId, groupId }: Search, now: number) => ({
  ...(search ? { search } : {}),
  ...(level ? { level } : {}),
  ...(status === 'all' ? {} : { status: status ?? ('open' as const) }),
  ...(kind ? { kind } : {}),
  ...(stationId ? { stationId } : {}),
  ...(groupId ? { groupId } : {}),
  ...(days ? { from: Math.floor(now / 3_600_000) * 3_600_000 - Number(days) * DAY } : {}),
  limit: pageSize,
})

/** Alarms, worst first. */
export const useAlarms = (search: Search) => {
  const query = queryOf(search, useNow())
  return {
    ...usePages('GET /api/alarms', { query }, (page) => page.alarms),
    /** All that match, or the first of them, to be taken along or chosen. */
    readWhole: (most?: number) => readAll('GET /api/alarms', { query }, (page) => page.alarms, most),
  }
}
