import type { PageSearch } from '../../paths.ts'
import type { CallInput } from '../../app/data/call-types.ts'

type Whole = PageSearch<'station-list'>
/** What narrows and orders; how it is shown is the page's alone. */
export type ListSearch = Omit<Whole, 'view' | 'deleted' | 'favourite' | 'groupId' | 'companyId'> & {
  view?: Whole['view']
  deleted?: Whole['deleted']
  favourite?: Whole['favourite']
  groupId?: Whole['groupId']
  companyId?: Whole['companyId']
  /** Of a table alone; a list is in the usual order of what it is sorted by. */
  order?: 'rising' | 'falling'
}
export type CapacityBand = NonNullable<ListSearch['capacity']>
type Query = NonNullable<CallInput<'GET /api/stations'>['query']>

/** W, from and up to but not with the second; the API's upper limit is included, and capacities are whole tens of W. */
const bands: Record<CapacityBand, readonly [fromW: number | null, belowW: number | null]> = {
  below_10kw: [null, 1e4],
  below_100kw: [1e4, 1e5],
  below_1mw: [1e5, 1e6],
  below_10mw: [1e6, 1e7],
  from_10mw: [1e7, null],
}
export const capacityBands = Object.keys(bands) as CapacityBand[]

/** What the address says, as the API wants it. */
export const queryOf = ({ capacity, search, deleted, favourite, ...rest }: ListSearch): Query => {
  const [fromW, belowW] = capacity ? bands[capacity] : [null, null]
  const query: Record<string, unknown> = {
    ...rest,
    view: undefined,
    search: search?.trim() || undefined,
    deleted: deleted ? 'true' : undefined,
    favourite: favourite ? 'true' : undefined,
    capacityFromW: fromW ?? undefined,
    capacityToW: belowW === null ? undefined : belowW - 1,
  }
  // Keys of the cache are compared as they stand: what is not set is left out.
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** How many settings of the filter sheet are in use. */
export const filtersInUse = ({
  condition,
  type,
  country,
  region,
  capacity,
  deleted,
  groupId,
}: ListSearch): number =>
  [condition, type, country, region, capacity, deleted, groupId].filter((one) => one !== undefined).length

export const noFilters = {
  search: undefined,
  condition: undefined,
  type: undefined,
  country: undefined,
  region: undefined,
  capacity: undefined,
  deleted: undefined,
  favourite: undefined,
  groupId: undefined,
  companyId: undefined,
} as const satisfies Partial<ListSearch>
