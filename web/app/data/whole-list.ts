import type { Answer, ReadKey } from './call-types.ts'
import { once } from './once.ts'

/** Lists whose screens search, group or draw all of it. The server tells them page by page, and the phone puts them together. */
type WholeRoute = 'GET /api/stations/{stationId}/devices' | 'GET /api/gateways/{gatewayId}/children'

const distinct = (before: readonly string[], after: readonly string[]): string[] => [
  ...new Set([...before, ...after]),
]

const joins: { [K in WholeRoute]: (all: Answer<K>, page: Answer<K>) => Answer<K> } = {
  'GET /api/stations/{stationId}/devices': (all, page) => ({
    ...page,
    devices: once([...all.devices, ...page.devices]),
  }),
  'GET /api/gateways/{gatewayId}/children': (all, page) => ({
    ...page,
    expected: once([...all.expected, ...page.expected]),
    discovered: once([...all.discovered, ...page.discovered]),
    missing: distinct(all.missing, page.missing),
    unexpected: distinct(all.unexpected, page.unexpected),
  }),
}

type Join<K extends ReadKey> = (all: Answer<K>, page: Answer<K>) => Answer<K>
type Page = { next: string | null }

/** The first answer, or all pages of it in one where its screens need the whole. */
export const wholeOf = async <K extends ReadKey>(
  route: K,
  first: Answer<K>,
  read: (cursor: string) => Promise<Answer<K>>,
): Promise<Answer<K>> => {
  // Which of the joins belongs to an open K cannot be resolved.
  const join = (joins as unknown as Partial<Record<ReadKey, Join<K>>>)[route]
  if (!join) return first
  let all = first
  for (let { next } = first as Page; next !== null;) {
    const page = await read(next)
    all = join(all, page)
    next = (page as Page).next
  }
  return all
}
