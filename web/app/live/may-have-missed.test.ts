import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { mayHaveMissed } from './may-have-missed.ts'
import { readAnewIn } from './read-anew.ts'

const NOW = 10_000_000
const seconds = (many: number): number => many * 1000

/** How often each was read when the stream opens: a map of groups, one of single pins, and a list. */
const readWhenOpened = async (readAt: number, invalidated = false): Promise<Record<string, number>> => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const reads: Record<string, number> = {}
  const leave = Object.entries({
    groups: ['GET /api/station-pins', {}, { search: 'a' }, { grid: 8 }],
    pins: ['GET /api/station-pins', {}, { search: 'b' }, { grid: null }],
    list: ['GET /api/stations', {}, {}, { grid: 8 }],
  } as const).map(([name, queryKey]) => {
    client.setQueryData(queryKey, queryKey[3], { updatedAt: readAt })
    reads[name] = 0
    const observer = new QueryObserver(client, {
      queryKey,
      queryFn: () => {
        reads[name] = (reads[name] ?? 0) + 1
        return queryKey[3]
      },
    })
    return observer.subscribe(() => undefined)
  })
  if (invalidated) await client.invalidateQueries({ refetchType: 'none' })
  await readAnewIn(client, { refetchType: 'active', predicate: (query) => mayHaveMissed(query, NOW) })
  for (const end of leave) end()
  return reads
}

it('what a map is told of together is read again when it is a minute old, all else at once', async () => {
  expect(await readWhenOpened(NOW - seconds(3))).toEqual({ groups: 0, pins: 1, list: 1 })
  expect(await readWhenOpened(NOW - seconds(60))).toEqual({ groups: 1, pins: 1, list: 1 })
  expect(await readWhenOpened(NOW - seconds(3), true)).toEqual({ groups: 1, pins: 1, list: 1 })
})
