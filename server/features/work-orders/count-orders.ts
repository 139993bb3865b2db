import type { Context } from '../../context.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { StationsMind } from '../stations/stations-mind.ts'
import {
  countByHandler,
  countMine,
  countOrders,
  type Holders,
  type Mine,
  mostHolding,
  type OrderCounts,
  orderCountsOf,
} from './find-order-counts.ts'

/** What stands beside each page of a list of orders, whatever the list is filtered by. */
export type OrdersCounted = Holders & { counts: OrderCounts; mine: Mine }

/** `stations`: those in scope; `reviewed`: of which orders are reviewed; null = every station that is not deleted. */
type Asked = { accountId: string; stations: readonly string[] | null; reviewed: readonly string[] | null }

const countEach = async (
  db: Db,
  { accountId, stations, reviewed }: Asked,
  now: number,
): Promise<OrdersCounted> => {
  const [counts, mine, held] = await Promise.all([
    countOrders(db, stations, now),
    countMine(db, accountId, stations, reviewed),
    countByHandler(db, stations),
  ])
  return { ...held, counts, mine }
}

/** Of all of very many stations from what is in mind: the answer is the same. */
export const countOrdersInSight = async (
  {
    db,
    stations: mind,
    openOrders,
  }: Pick<Context, 'db' | 'openOrders'> & { stations: Pick<StationsMind, 'isMany'> },
  asked: Asked,
  now: number,
): Promise<OrdersCounted> => {
  if (asked.stations !== null || !mind.isMany()) return countEach(db, asked, now)
  const { tallies, overdue, mine, holders, unassigned } = await openOrders.sums(db, asked.accountId, now)
  const counts = orderCountsOf(tallies, overdue)
  const review = asked.reviewed === null ? counts.audit : 0
  return { counts, mine: { ...mine, review }, people: await mostHolding(db, holders), unassigned }
}
