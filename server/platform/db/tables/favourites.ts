import type { Instant } from './column-types.ts'

export type FavouritesTables = {
  favourite: { account_id: string; station_id: string; since: Instant }
  station_group: { id: string; account_id: string; name: string; since: Instant }
  station_group_member: { group_id: string; station_id: string }
}
