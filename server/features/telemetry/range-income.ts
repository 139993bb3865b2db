import { type Income, incomeOf } from '#domain/telemetry/income.ts'
import { type PastPrice, type Price, type Stretch, stretchesOf } from '#domain/telemetry/prices.ts'
import { pastPricesOf } from '../stations/price-store.ts'
import type { Db } from '../../platform/db/handle.ts'
import { energyOf } from './range-energy.ts'
import type { Range } from './range-store.ts'

type Priced = { id: string; tariff: Price | null }

/** The prices of each station in their order, by its id: one statement. */
export const stretchesOfStations = async (
  db: Db,
  stations: readonly Priced[],
): Promise<ReadonlyMap<string, Stretch[]>> => {
  const past: ReadonlyMap<string, PastPrice[]> = await pastPricesOf(
    db,
    stations.map(({ id }) => id),
  )
  return new Map(stations.map(({ id, tariff }) => [id, stretchesOf(past.get(id) ?? [], tariff)]))
}

/**
 * What the energy of each range was worth (`wh`: all of it), each day at the price that was in force; one statement
 * more, however many. Days of past prices ask for their own energy; what is left is worth the present one.
 */
export const incomeOfRanges = async (
  db: Db,
  ranges: readonly { range: Range; wh: number | null }[],
  stretches: ReadonlyMap<string, readonly Stretch[]>,
): Promise<Income[][]> => {
  const earlier = ranges.flatMap(({ range }, at) =>
    (stretches.get(range.stationId) ?? [])
      .slice(0, -1)
      .filter(({ fromDay, toDay }) => fromDay <= range.partTo && toDay >= range.partFrom)
      .map(({ fromDay, toDay, price }) => ({
        at,
        price,
        range: {
          ...range,
          partFrom: fromDay > range.partFrom ? fromDay : range.partFrom,
          partTo: toDay < range.partTo ? toDay : range.partTo,
        },
      })),
  )
  const found = await energyOf(
    db,
    earlier.map(({ range }) => range),
  )
  const parts = Map.groupBy(
    earlier.map(({ at, price }, no) => ({ at, price, wh: found[no] ?? null })),
    ({ at }) => at,
  )
  return ranges.map(({ range, wh }, at) => {
    const own = parts.get(at) ?? []
    const before = own.reduce((sum, part) => sum + (part.wh ?? 0), 0)
    const present = (stretches.get(range.stationId) ?? []).at(-1)
    // A period that was over before the present price began has nothing of it, and says no currency of it.
    const ended = own.length > 0 && present !== undefined && present.fromDay > range.partTo
    return incomeOf([
      ...own,
      ...(ended
        ? []
        : [{ wh: wh === null ? null : Math.max(0, wh - before), price: present?.price ?? null }]),
    ])
  })
}
