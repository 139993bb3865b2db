import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query'

const grows = ({ state }: Query): boolean =>
  state.fetchStatus === 'fetching' && Boolean(state.fetchMeta?.fetchMore)

/**
 * Reads anew what the screens in use show of these. A further page that is on its way comes first: to read the list at
 * once would throw it away, and with it the press that asked for it.
 */
export const readAnewIn = async (
  client: QueryClient,
  filters: InvalidateQueryFilters = {},
): Promise<void> => {
  const growing = client.getQueryCache().findAll(filters).filter(grows)
  const { predicate = () => true, refetchType } = filters
  await Promise.all([
    client.invalidateQueries({
      ...filters,
      predicate: (query) => !growing.includes(query) && predicate(query),
    }),
    ...growing.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined)
      await readAnewIn(client, { queryKey, exact: true, ...(refetchType && { refetchType }) })
    }),
  ])
}
