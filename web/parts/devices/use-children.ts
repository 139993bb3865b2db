import { useOnward, usePages } from '../../app/lists/use-pages.ts'
import type { More } from '../../kit/more-button.tsx'
import type { DeviceDetail } from './device-facts.ts'
import type { DeviceRow } from './inverter/string-groups.ts'

export type ChildrenUse = {
  /** Those that were read, in the server's order. */
  children: readonly DeviceRow[]
  /** They are all; until then counts are those that the server tells. */
  complete: boolean
  error: unknown
  more: More | null
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
  const { query, rows, more, error } = usePages(
    'GET /api/devices/{deviceId}/children',
    { params },
    (page) => page.devices,
    { enabled: first !== null, first },
  )
  const { hasNextPage, isFetchNextPageError } = query
  useOnward(query, whole && first !== null)
  return {
    children: (first && rows) ?? detail?.children ?? [],
    complete: first === null || !hasNextPage,
    error: isFetchNextPageError ? error : null,
    more: first && more,
  }
}
