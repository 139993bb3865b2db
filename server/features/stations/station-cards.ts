import type { Expression, SqlBool } from 'kysely'
import type { Context } from '../../context.ts'
import { stationIdsIn } from './rows-store.ts'
import { figuresInOrder } from './station-figures.ts'
import type { Listed } from './station-order.ts'
import { type ListedStation, listStations, type StationFilter } from './station-store.ts'

/** A condition on the table `station`; `of`: whether it holds for all in force, for some of them, or for deleted ones. */
type Within = { scope: Expression<SqlBool>; of: 'all' | 'some' | 'deleted' }

const rowsOf = async (
  { db, stations }: Pick<Context, 'db' | 'stations'>,
  { scope, of }: Within,
  filter: StationFilter,
): Promise<readonly ListedStation[]> => {
  if (of === 'deleted') return listStations(db, scope, filter)
  // What people search for is found as the database finds it: it folds letters in its own way, and knows serial numbers.
  const few = (most: number) => listStations(db, scope, filter, most)
  const ids = () => stationIdsIn(db, scope, filter)
  if (of === 'some') return stations.those(db, { few, ids })
  if (Object.values(filter).every((wanted) => wanted === undefined || wanted === ''))
    return stations.those(db, { few, ids: null })
  return stations.matching(db, filter, { few, ids })
}

/** All stations in scope that match, as cards with their figures now: a few statements however many. */
export const stationCards = async (
  context: Pick<Context, 'db' | 'figures' | 'stations' | 'cards'>,
  within: Within,
  filter: StationFilter,
  now: number,
): Promise<readonly Listed[]> => {
  const { db, stations, figures } = context
  const [rows, read] = await Promise.all([
    rowsOf(context, within, filter),
    within.of === 'all' && stations.isMany() ? figures.read(db) : null,
  ])
  return context.cards.listed(rows, await figuresInOrder(db, rows, now, figures, read))
}
