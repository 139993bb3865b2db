import type { Answer, ReadKey } from './call-types.ts'
import { once } from './once.ts'

type Lists = { [K in ReadKey]?: readonly (keyof Answer<K>)[] }

/** Lists whose screens search, group or draw all of it. The server tells them page by page, and the phone puts them together. */
const lists = {
  'GET /api/stations/{stationId}/devices': ['devices'],
  'GET /api/stations/{stationId}/commissioning': ['gateways'],
  'GET /api/gateways/{gatewayId}/children': ['expected', 'discovered', 'missing', 'unexpected'],
} as const satisfies Lists

type Page = Record<string, readonly unknown[]> & { next: string | null }

/** The first answer, or all pages of it in one where its screens need the whole. */
export const wholeOf = async <K extends ReadKey>(
  route: K,
  first: Answer<K>,
  read: (cursor: string) => Promise<Answer<K>>,
): Promise<Answer<K>> => {
  const names = (lists as Partial<Record<ReadKey, readonly string[]>>)[route]
  if (!names) return first
  let all = first as unknown as Page
  while (all.next !== null) {
    const page = (await read(all.next)) as unknown as Page
    const joined = names.map((name) => [name, once([...(all[name] ?? []), ...(page[name] ?? [])])])
    all = { ...page, ...Object.fromEntries(joined) } as Page
  }
  return all as unknown as Answer<K>
}
