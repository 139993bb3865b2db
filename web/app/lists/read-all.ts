import type { Answer } from '../data/call-types.ts'
import { once } from '../data/once.ts'
import { pagesQuery, type PagedKey, type PagesInput } from './pages-query.ts'

/** Rows that leave as a table at once: more of them are for the reports. */
export const ROWS_MAX = 5_000
const pageSize = 100

/** All rows of a list, page by page; of more than `most` the first. `more`: there are more. */
export const readAll = async <K extends PagedKey, Row extends object>(
  route: K,
  input: PagesInput<K>,
  rowsOf: (page: Answer<K>) => readonly Row[],
  most = ROWS_MAX,
): Promise<{ rows: Row[]; more: boolean }> => {
  const { queryFn, getNextPageParam } = pagesQuery(route, {
    ...input,
    query: { ...input.query, limit: pageSize },
  })
  const { signal } = new AbortController()
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: Answer<K> = await queryFn({ pageParam: cursor, signal })
    rows.push(...rowsOf(page))
    cursor = getNextPageParam(page)
  } while (cursor !== null && rows.length < most)
  // A row that moved meanwhile is in it once.
  return { rows: once(rows).slice(0, most), more: cursor !== null || rows.length > most }
}
