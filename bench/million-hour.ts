import type { Pool } from 'pg'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { SHARDS } from '#server/platform/db/shards.ts'
import { seedingPool } from './million-seed.ts'

/** What stands behind a fleet that has reported all day, in a few statements. */

const HOUR_MS = 3_600_000
const MINUTE = 60_000
/** Rules go back to here in it: far enough that the next step is one of many. */
const JUDGED_BEFORE = 5 * MINUTE
/** Stations of which the energy is computed; all others stand where these stand (`seedFleet` gives every hundredth the same place). */
const COMPUTED = 100
const PATIENCE_MS = 10 * MINUTE

/** Counters as `benchMessage` goes on with them: of the n-th inverter or optimizer of a station. */
const counter = `CASE kind WHEN 'inverter' THEN 43934840 ELSE 512300 END + substring(sn FROM 'X([0-9]+)$')::int - 1`

/** Readings of today of all inverters every quarter of an hour, and of the last hour of all devices every five minutes. */
const seedToday = async (pool: Pool, now: number): Promise<void> => {
  await ensurePartitions(
    pool,
    [0, 12].map((hours) => utcDayStart(now - hours * HOUR_MS)),
  )
  await pool.query('TRUNCATE reading')
  await pool.query(
    `INSERT INTO reading (device_no, ts, received_at, hist, state, p)
     SELECT no, ts, ts, false, 1, 865
       FROM device, generate_series($1::timestamptz - interval '8 h', $1::timestamptz - interval '75 min', interval '15 min') AS ts
      WHERE kind = 'inverter' ORDER BY ts, no`,
    [new Date(now)],
  )
  for (let back = 12; back >= 1; back -= 1)
    await pool.query(
      `INSERT INTO reading (device_no, ts, received_at, hist, state, p, q, f, t, p_dc, u_in, i_in, u_out, u, i, e_tot)
       SELECT no, at.ts, at.ts, false, CASE kind WHEN 'inverter' THEN 1 ELSE 2 END,
              CASE kind WHEN 'inverter' THEN 865 ELSE 212 END, CASE kind WHEN 'inverter' THEN -22 END,
              CASE kind WHEN 'inverter' THEN 49.98 END, CASE kind WHEN 'inverter' THEN 38.9 ELSE 26 END,
              CASE kind WHEN 'inverter' THEN 884 END, CASE kind WHEN 'optimizer' THEN 30.6 END,
              CASE kind WHEN 'optimizer' THEN 6.94 END, CASE kind WHEN 'optimizer' THEN 30.2 END,
              CASE kind WHEN 'inverter' THEN '{229,228,230}'::float4[] END,
              CASE kind WHEN 'inverter' THEN '{1.26,1.25,1.27}'::float4[] END, ${counter} - $2::int
         FROM device, LATERAL (SELECT $1::timestamptz - $2 * interval '5 min' AS ts) AS at
        WHERE kind <> 'gateway' ORDER BY no`,
      [new Date(now), back],
    )
}

/** Energy of all devices, computed of a hundred stations by the server and copied to those that stand as they do. */
const seedEnergy = async (pool: Pool, now: number, fleet: string): Promise<void> => {
  await pool.query(
    `INSERT INTO energy_due (device_no, since, until, books)
     SELECT d.no, $1::timestamptz - interval '60 min', $1::timestamptz, 1 FROM device d JOIN station s ON s.id = d.station_id
      WHERE d.kind <> 'gateway' AND substring(s.code FROM '[0-9]+$')::int <= ${COMPUTED} ORDER BY d.no`,
    [new Date(now)],
  )
  const endsAt = performance.now() + PATIENCE_MS
  while ((await pool.query('SELECT FROM energy_due LIMIT 1')).rowCount !== 0)
    if (performance.now() > endsAt) throw new Error('the energy of a hundred stations was not computed')
  const alike = `SELECT d.no, m.no AS model FROM
      (SELECT no, kind, substring(sn FROM '[0-9]+')::int AS gateway, substring(sn FROM 'X([0-9]+)$')::int AS nth
         FROM device WHERE kind <> 'gateway' AND sn LIKE '${fleet}%') AS d
      JOIN (SELECT no, kind, substring(sn FROM '[0-9]+')::int AS gateway, substring(sn FROM 'X([0-9]+)$')::int AS nth
              FROM device WHERE kind <> 'gateway' AND sn LIKE '${fleet}%') AS m
        ON m.kind = d.kind AND m.nth = d.nth AND m.gateway = 100001 + (d.gateway - 100001) % ${COMPUTED} AND m.gateway <> d.gateway`
  await pool.query(
    `INSERT INTO energy_fold (device_no, basis, fold) SELECT a.no, f.basis, f.fold FROM (${alike}) AS a
       JOIN energy_fold f ON f.device_no = a.model ORDER BY a.no ON CONFLICT DO NOTHING`,
  )
  await pool.query(
    `INSERT INTO energy_day (device_no, day, wh, shared, first_ts, last_ts, known)
     SELECT a.no, e.day, e.wh, e.shared, e.first_ts, e.last_ts, e.known FROM (${alike}) AS a
       JOIN energy_day e ON e.device_no = a.model AND e.last_ts > $1::timestamptz - interval '1 day'
      ORDER BY 1, 2 ON CONFLICT (device_no, day) DO UPDATE SET wh = excluded.wh, first_ts = excluded.first_ts,
        last_ts = excluded.last_ts, known = excluded.known`,
    [new Date(now)],
  )
}

/** As of a fleet that has reported until now, every five minutes. */
export const seedHour = async (databaseUrl: string, now: number, fleet: string): Promise<void> => {
  const pool = seedingPool(databaseUrl)
  try {
    await seedToday(pool, now)
    await seedEnergy(pool, now, fleet)
    await pool.query(
      `INSERT INTO rule_collection (shard, done_until, listening_since)
       SELECT shard, date_bin('5 minutes', $1::timestamptz, 'epoch') - $2 * interval '1 ms', $1::timestamptz - interval '1 hour'
         FROM generate_series(0, $3::int - 1) AS shard
       ON CONFLICT (shard) DO UPDATE SET done_until = excluded.done_until, listening_since = excluded.listening_since`,
      [new Date(now), JUDGED_BEFORE, SHARDS],
    )
    // The days that ran are told of: a month of them for each station is made once, and not while a fleet reports.
    await pool.query(
      `INSERT INTO run_look (station_id, time_zone, next_at)
       SELECT id, time_zone, $1::timestamptz + interval '12 h' FROM station
       ON CONFLICT (station_id) DO UPDATE SET time_zone = excluded.time_zone, next_at = excluded.next_at`,
      [new Date(now)],
    )
    await pool.query('VACUUM (ANALYZE) reading, energy_fold, energy_day, energy_due')
  } finally {
    await pool.end()
  }
}

/** How far what follows readings is behind them. */
export type Lag = {
  /** Devices whose energy is due, and how long ago the oldest of their readings came, s. */
  energyDue: number
  energyS: number
  /** Stations whose figures are to be computed anew. */
  figuresDue: number
  /** Since the instant up to which rules have judged all stations, s: up to 6.5 minutes where nothing is late. */
  rulesS: number
}

export const lagOf = async (pool: Pool): Promise<Lag> => {
  const { rows } = await pool.query<Record<keyof Lag, number>>(
    `SELECT (SELECT count(*)::int FROM energy_due) AS "energyDue",
            (SELECT coalesce(extract(epoch FROM now() - min(since)), 0)::float8 FROM energy_due) AS "energyS",
            (SELECT count(DISTINCT station_id)::int FROM station_mark) AS "figuresDue",
            (SELECT extract(epoch FROM now() - min(done_until))::float8 FROM rule_collection) AS "rulesS"`,
  )
  return rows[0] ?? { energyDue: 0, energyS: 0, figuresDue: 0, rulesS: 0 }
}
