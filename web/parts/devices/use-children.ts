import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../app/data/call.ts'
import { dataKey } from '../../app/data/query.ts'
import type { DeviceDetail } from './device-facts.ts'
import type { DeviceRow } from './inverter/string-groups.ts'

export type ChildrenUse = {
  /** Those that were read, in the server's order. */
  children: readonly DeviceRow[]
  /** They are all; until then counts are those that the server tells. */
  complete: boolean
  busy: boolean
  error: unknown
  more: () => void
}

/**
 * What hangs behind or below a device: the rows of its own answer, and of more than that the further pages, as asked
 * for or, where the whole is needed, one after another.
 */
export const useChildren = (detail: DeviceDetail | undefined, whole = false): ChildrenUse => {
  const params = { deviceId: detail?.device.id ?? '' }
  const first =
    detail === undefined || detail.childrenNext === null
      ? null
      : { devices: detail.children, next: detail.childrenNext as string | null }
  const list = useInfiniteQuery({
    queryKey: dataKey('GET /api/devices/{deviceId}/children', { params }),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/devices/{deviceId}/children', {
        params,
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: first !== null,
    ...(first && { initialData: { pages: [first], pageParams: [null] } }),
  })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const onward = whole && first !== null && hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (onward) void fetchNextPage()
  }, [onward, fetchNextPage])
  return {
    children:
      first && list.data ? list.data.pages.flatMap(({ devices }) => devices) : (detail?.children ?? []),
    complete: first === null || !hasNextPage,
    busy: isFetchingNextPage,
    error: isFetchNextPageError ? list.error : null,
    // A reading anew that is under way gives way: without that the press would be lost with it.
    more: () => void fetchNextPage(),
  }
}
