import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '../data/api-error.ts'
import type { Answer } from '../data/call-types.ts'
import type { More } from '../../kit/more-button.tsx'
import { once } from '../data/once.ts'
import { pagesQuery, type PagedKey, type PagesInput } from './pages-query.ts'

type Options<K extends PagedKey> = {
  enabled?: boolean
  staleTime?: number
  /** Milliseconds between polls while the page is visible. */
  refetchInterval?: number
  /** What is there already, in the place of the first page. */
  first?: Answer<K> | null
}

/** What a list shows of what was read. */
export type Listed<Row> = {
  /** Of all pages that were read, each once; undefined before the first has come. */
  rows: Row[] | undefined
  error: ApiError | null
  refetch: () => Promise<unknown>
  /** Reads the next page; null after the last. */
  more: More | null
}

/**
 * Reads a list page by page and caches it. The rows that were shown stay while another filter loads; that there were
 * none says nothing of the other. `rowsOf` says what of a page is listed; `pages` are the answers themselves, whose
 * first one also counts.
 */
export const usePages = <K extends PagedKey, Row extends object>(
  route: K,
  input: PagesInput<K>,
  rowsOf: (page: Answer<K>) => readonly Row[],
  { first, ...options }: Options<K> = {},
) => {
  const query = useInfiniteQuery<
    Answer<K>,
    ApiError,
    InfiniteData<Answer<K>, string | null>,
    readonly unknown[],
    string | null
  >({
    ...pagesQuery(route, input),
    placeholderData: (before) => before,
    ...options,
    ...(first && { initialData: { pages: [first], pageParams: [null] } }),
  })
  const pages = query.data?.pages
  const rows = pages && once(pages.flatMap(rowsOf))
  return {
    query,
    pages,
    rows: query.isPlaceholderData && rows?.length === 0 ? undefined : rows,
    error: query.error,
    refetch: query.refetch,
    // A reading anew that is under way gives way: without that the press would be lost with it.
    more: query.hasNextPage
      ? { busy: query.isFetchingNextPage, load: () => void query.fetchNextPage() }
      : null,
  }
}

type Onward = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Reads one page after another for as long as more are wanted. One that failed waits for another reading of the list. */
export const useOnward = (query: Onward, wanted: boolean): void => {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const onward = wanted && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (onward) void fetchNextPage()
  }, [onward, fetchNextPage])
}
