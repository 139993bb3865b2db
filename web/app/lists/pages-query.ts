import { call } from '../data/call.ts'
import type { Answer, CallInput, ReadKey } from '../data/call-types.ts'
import { dataKey } from '../data/query.ts'

/** Routes that answer page by page: the cursor of the next page comes with each, null with the last. */
export type PagedKey = { [K in ReadKey]: Answer<K> extends { next: string | null } ? K : never }[ReadKey]

export type PagesInput<K extends PagedKey> = Omit<CallInput<K>, 'signal' | 'key'>

/** The cache key of a list: that of the read without the cursor, and apart from it, as its pages are kept together. */
export const pagesKey = <K extends PagedKey>(route: K, input: PagesInput<K>) =>
  [...dataKey(route, input), 'pages'] as const

/** How a list is read and under which key it is kept. */
export const pagesQuery = <K extends PagedKey>(route: K, input: PagesInput<K>) => ({
  queryKey: pagesKey(route, input),
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Answer<K>> => {
    // The conditional argument list of `call` cannot be resolved for an open K.
    const read = call as (route: K, input: unknown) => Promise<Answer<K>>
    const query = pageParam === null ? input.query : { ...input.query, cursor: pageParam }
    return read(route, { ...input, query, signal })
  },
  initialPageParam: null as string | null,
  // Every paged answer has it; an open K does not show it.
  getNextPageParam: (page: Answer<K>) => (page as { next: string | null }).next,
})
