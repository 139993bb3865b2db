import {
  QueryClient,
  useQuery,
  type InvalidateQueryFilters,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import type { Answer, CallInput, ReadKey } from './call-types.ts'
import { readAnewIn } from '../live/read-anew.ts'
import { wholeOf } from './whole-list.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 30 * 60_000,
      networkMode: 'offlineFirst',
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 2 && error instanceof ApiError && error.passing,
      retryDelay: (count) => Math.min(1000 * 2 ** count, 8000),
    },
    // What was sent (a password) is not kept once it has been answered.
    mutations: { networkMode: 'always', retry: false, gcTime: 0 },
  },
})

type Input<K extends ReadKey> = Omit<CallInput<K>, 'signal' | 'key'>

/** The cache key of a read: `['GET /api/stations/{stationId}', { stationId }, query]`. */
export const dataKey = <K extends ReadKey>(route: K, input?: Partial<Input<K>>): QueryKey => {
  const { params, query } = (input ?? {}) as { params?: unknown; query?: unknown }
  return query === undefined
    ? params === undefined
      ? [route]
      : [route, params]
    : [route, params ?? {}, query]
}

export const dataQuery = <K extends ReadKey>(route: K, input?: Input<K>) => ({
  queryKey: dataKey(route, input),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Answer<K>> => {
    // The conditional argument list of `call` cannot be resolved for an open K.
    const read = call as (route: K, input: unknown) => Promise<Answer<K>>
    return wholeOf(route, await read(route, { ...input, signal }), async (cursor) =>
      read(route, { ...input, query: { ...input?.query, cursor }, signal }),
    )
  },
})

type Options = {
  enabled?: boolean
  staleTime?: number
  /** Milliseconds between polls while the page is visible. */
  refetchInterval?: number
  /** How long an answer that no screen shows stays, ms. */
  gcTime?: number
  /** Whether who comes to a read that failed asks again. */
  retryOnMount?: boolean
  /** Keep showing the previous answer while another one loads (a new filter, another day). */
  keep?: boolean
}

/** Reads and caches. Render on `data`: it stays when the network goes. */
export const useData = <K extends ReadKey>(
  route: K,
  input?: Input<K>,
  { keep = false, ...options }: Options = {},
): UseQueryResult<Answer<K>, ApiError> =>
  useQuery<Answer<K>, ApiError>({
    ...dataQuery(route, input),
    ...options,
    ...(keep ? { placeholderData: (before: Answer<K> | undefined) => before } : {}),
  } as Parameters<typeof useQuery<Answer<K>, ApiError>>[0])

export const readAnew = async (filters?: InvalidateQueryFilters): Promise<void> =>
  readAnewIn(queryClient, filters)

/** Reads anew what the screens in use show of these routes. */
export const refresh = (...routes: ReadKey[]): Promise<unknown> =>
  Promise.all(routes.map(async (route) => readAnew({ queryKey: [route] })))
