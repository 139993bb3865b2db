import type { PastPrice } from '#domain/telemetry/prices.ts'
import type { Db } from '../../platform/db/handle.ts'

/** Past prices of stations by id, oldest first; a station that had only one is not in it. */
export const pastPricesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, PastPrice[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('past_price')
    .selectAll()
    .where('station_id', 'in', [...ids])
    .orderBy('station_id')
    .orderBy('until_day')
    .execute()
  const byStation = Map.groupBy(rows, (row) => row.station_id)
  return new Map(
    [...byStation].map(([id, own]) => [
      id,
      own.map(({ until_day: untilDay, per_kwh: perKwh, currency, source }) => ({
        untilDay,
        price: perKwh === null || currency === null ? null : { perKwh, currency, source },
      })),
    ]),
  )
}

/** In the caller's transaction, the station locked. */
export const putPastPrices = async (
  trx: Db,
  stationId: string,
  past: readonly PastPrice[],
): Promise<void> => {
  await trx.deleteFrom('past_price').where('station_id', '=', stationId).execute()
  if (past.length === 0) return
  await trx
    .insertInto('past_price')
    .values(
      past.map(({ untilDay, price }) => ({
        station_id: stationId,
        until_day: untilDay,
        per_kwh: price?.perKwh ?? null,
        currency: price?.currency ?? null,
        source: price?.source ?? '',
      })),
    )
    .execute()
}
