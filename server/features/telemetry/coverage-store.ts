import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'
import { lifetimeCounter } from '../stations/generation-sql.ts'

type CounterRow = { id: string; sn: string; name: string; counterWh: number | null; bookedWh: number | null }

/** What each inverter's counter shows, and what of it the ledger has booked; removed ones have no say. */
export const countersOf = async (db: Db, stationId: string): Promise<CounterRow[]> =>
  (
    await sql<CounterRow>`
      SELECT d.id, d.sn, d.name, ${lifetimeCounter('l')} AS "counterWh",
             coalesce((SELECT sum(m.wh) FROM energy_month m WHERE m.device_no = d.no AND m.days > 0), 0)
             + coalesce((SELECT sum(s.wh) FROM energy_span s WHERE s.device_no = d.no), 0) AS "bookedWh"
        FROM device d LEFT JOIN latest l ON l.device_no = d.no
       WHERE d.station_id = ${stationId} AND d.kind = 'inverter' AND d.removed_at IS NULL ORDER BY d.no`.execute(
      db,
    )
  ).rows

type Inverter = {
  no: number
  id: string
  sn: string
  name: string
  removedAt: number | null
  lastAt: number | null
  shared: number
}

export const invertersWithNews = async (
  db: Db,
  stationId: string,
  limits: { fromDay: string; toDay: string } | null,
): Promise<Inverter[]> =>
  (
    await sql<Inverter>`
      SELECT d.no, d.id, d.sn, d.name, d.removed_at AS "removedAt", l.received_at AS "lastAt",
             coalesce((SELECT sum(s.wh) FROM energy_span s
                WHERE s.device_no = d.no AND s.from_day <= ${limits?.toDay ?? null}::date
                  AND s.to_day >= ${limits?.fromDay ?? null}::date
                  AND (s.from_day < ${limits?.fromDay ?? null}::date OR s.to_day > ${limits?.toDay ?? null}::date)), 0)
               AS shared
        FROM device d LEFT JOIN latest l ON l.device_no = d.no
       WHERE d.station_id = ${stationId} AND d.kind = 'inverter' ORDER BY d.no`.execute(db)
  ).rows
