import type { SortKey } from '#domain/name-order.ts'
import { type RawBuilder, sql } from 'kysely'
import { openStatuses, orderStatuses, type OrderSort } from '#domain/work-orders/order-states.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { SortedPlace } from '../../platform/page/sorted.ts'
import { baseRanges, conditionsOf, type OrderFilter, ranksOf, scopeOf } from './find-orders.ts'

const milliseconds = (at: string): RawBuilder<unknown> =>
  sql`(extract(epoch FROM ${sql.ref(at)}) * 1000)::bigint`
const text = (name: string): RawBuilder<unknown> => sql`lower(${sql.ref(name)}) COLLATE "C"`

type Key = { key: RawBuilder<unknown>; type: 'bigint' | 'text' }

const keys: Record<OrderSort, Key> = {
  no: { key: sql`o.no COLLATE "C"`, type: 'text' },
  status: {
    key: sql`array_position(${[...orderStatuses]}::text[], o.status)::bigint`,
    type: 'bigint',
  },
  // The first priority is the most urgent.
  priority: { key: sql`(-o.priority)::bigint`, type: 'bigint' },
  station: { key: text('s.name'), type: 'text' },
  handler: { key: text('a.name'), type: 'text' },
  initiated: { key: milliseconds('o.initiated_at'), type: 'bigint' },
  due: { key: milliseconds('o.due_at'), type: 'bigint' },
}

/** Whether orders can be sorted by it: of anything else the database would make nothing. */
export const isOrderKey =
  (sort: OrderSort) =>
  (key: number | string): boolean =>
    keys[sort].type === 'text' ? typeof key === 'string' && !key.includes('\0') : Number.isSafeInteger(key)

type Asked = { sort: OrderSort; falls: boolean; after: SortedPlace | null; limit: number }

/** What stands behind a place: greater or smaller by its key, equal with a later id, and all that is unknown. */
const behind = ({ type }: Pick<Key, 'type'>, falls: boolean, after: SortedPlace): RawBuilder<unknown> => {
  if (after.key === null) return sql`k.key IS NULL AND k.id > ${after.id}::uuid`
  const value = type === 'text' ? sql`${String(after.key)}::text` : sql`${after.key}::bigint`
  return sql`(k.key ${falls ? sql`<` : sql`>`} ${value} OR (k.key = ${value} AND k.id > ${after.id}::uuid) OR k.key IS NULL)`
}

/**
 * Ids of a page of orders by what somebody chose to sort them by. No index holds such an order: all that match are
 * looked at for each page, which the list as it is by default never does.
 */
export const findSortedOrders = async (
  db: Db,
  stations: readonly string[] | null,
  filter: OrderFilter,
  { sort, falls, after, limit }: Asked,
): Promise<{ id: string; key: SortKey }[]> => {
  const ranks = ranksOf(filter)
  if (ranks.length === 0 || stations?.length === 0) return []
  const ranges = await baseRanges(db, filter, stations)
  if (ranges.length === 0) return []
  const within = ranges.map((range) =>
    range === null
      ? sql`true`
      : sql`${sql.ref(`o.${range.column}`)} = ANY(${[...range.values]}::${range.column === 'type' ? sql`text[]` : sql`uuid[]`})`,
  )
  const where = [
    sql`o.rank = ANY(${ranks}::smallint[])`,
    scopeOf(stations, sql`o.station_id`),
    sql`(${sql.join(within, sql` OR `)})`,
    ...conditionsOf(filter),
    ...(filter.dueBefore === undefined
      ? []
      : [
          sql`o.due_at < ${new Date(filter.dueBefore)}::timestamptz`,
          sql`o.status = ANY(${[...openStatuses]}::text[])`,
        ]),
  ]
  const found = keys[sort]
  const { rows } = await sql<{ id: string; key: string | number | null }>`
    SELECT k.id, k.key FROM (
      SELECT o.id, ${found.key} AS key
        FROM work_order o JOIN station s ON s.id = o.station_id LEFT JOIN account a ON a.id = o.handler_id
       WHERE ${sql.join(where, sql` AND `)}) AS k
     WHERE ${after === null ? sql`true` : behind(found, falls, after)}
     ORDER BY k.key ${falls ? sql`DESC` : sql`ASC`} NULLS LAST, k.id LIMIT ${limit}`.execute(db)
  return rows.map(({ id, key }) => ({
    id,
    key: key === null ? null : found.type === 'text' ? String(key) : Number(key),
  }))
}
