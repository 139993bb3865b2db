import type { Expression, SqlBool } from 'kysely'
import type { Context } from '../../context.ts'
import { cardFacts } from './present-station.ts'
import { figuresAt } from './station-figures.ts'
import { nightOf } from './station-night.ts'
import type { Listed } from './station-order.ts'
import type { StationFilter } from './station-store.ts'
import { listStations } from './station-store.ts'

/** All stations in scope that match, as cards with their figures now: two statements however many. */
export const stationCards = async (
  { db, figures: mind }: Pick<Context, 'db' | 'figures'>,
  scope: Expression<SqlBool>,
  filter: StationFilter,
  now: number,
): Promise<Listed[]> => {
  const rows = await listStations(db, scope, filter)
  const figures = await figuresAt(db, rows, now, mind)
  return rows.flatMap((row) => {
    const found = figures.get(row.id)
    return found
      ? [{ card: cardFacts(row, found), createdAt: row.created_at, nightOf: () => nightOf(row, found, now) }]
      : []
  })
}
