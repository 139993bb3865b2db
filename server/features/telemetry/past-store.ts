import type { Db } from '../../platform/db/handle.ts'
import { sql } from 'kysely'

/** Devices of one turn: each is a transaction of its own, and a turn leaves room for everything else. */
const AT_ONCE = 40

export const pastDays = (trx: Db, no: number) =>
  trx
    .selectFrom('energy_day')
    .select(['day', 'first_ts as firstTs', 'last_ts as lastTs'])
    .where('device_no', '=', no)
    .orderBy('day')
    .execute()

export const pastSpans = (trx: Db, no: number) =>
  trx
    .selectFrom('energy_span')
    .select(['from_ts as fromTs', 'to_ts as toTs', 'from_day as fromDay', 'to_day as toDay', 'wh'])
    .where('device_no', '=', no)
    .execute()

export const saveKnownDays = async (
  trx: Db,
  no: number,
  all: { day: string; known: number }[],
): Promise<void> => {
  await sql`
    UPDATE energy_day d SET known = c.known
      FROM unnest(${all.map(({ day }) => day)}::date[], ${all.map((one) => one.known)}::smallint[]) AS c(day, known)
     WHERE d.device_no = ${no} AND d.day = c.day AND d.known IS NULL`.execute(trx)
}

export const saveKnownSpans = async (
  trx: Db,
  no: number,
  spans: { wh: number; fromTs: number; toTs: number; fromDay: string; toDay: string }[],
  knownSpans: Map<number, number>,
): Promise<void> => {
  await sql`
    UPDATE energy_span s SET known = c.known
      FROM unnest(${spans.map(({ fromTs }) => new Date(fromTs))}::timestamptz[],
                  ${spans.map(({ fromTs }) => knownSpans.get(fromTs) ?? 0)}::int[]) AS c(from_ts, known)
     WHERE s.device_no = ${no} AND s.from_ts = c.from_ts AND s.known IS NULL`.execute(trx)
}

export const dropPast = async (trx: Db, no: number): Promise<void> => {
  await trx.deleteFrom('energy_past').where('device_no', '=', no).execute()
}

export const duePast = (db: Db) =>
  db
    .selectFrom('energy_past as past')
    .innerJoin('device', 'device.no', 'past.device_no')
    .innerJoin('station', 'station.id', 'device.station_id')
    .select([
      'device.no',
      'device.rated_w as ratedW',
      'station.time_zone as zone',
      'station.latitude',
      'station.north',
      'station.longitude',
      'station.east',
    ])
    .orderBy(sql`device.kind <> 'inverter'`)
    .orderBy('device.no')
    .limit(AT_ONCE)
    .execute()
