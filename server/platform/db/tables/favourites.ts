import type { Instant } from './column-types.ts'

export type FavouritesTables = {
  favourite: { account_id: string; station_id: string; since: Instant }
}
