import { Pool } from 'pg'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'

/** What a large installation has beside its devices, in a few statements each. */

const DAYS = 365
const DAY_MS = 86_400_000
/** Inverters whose days are written in one statement. */
const PORTION = 2_000
/** Stations with readings of today and yesterday, every quarter of an hour. */
const WITH_READINGS = 2_000

/** For statements that may take minutes. */
export const seedingPool = (url: string): Pool =>
  new Pool({
    connectionString: url,
    max: 2,
    options: '-c statement_timeout=0 -c synchronous_commit=off -c work_mem=256MB',
  })

export const seedCompanies = async (pool: Pool, count: number): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO company (id, name, created_at) SELECT gen_random_uuid(), 'Company ' || n, now()
       FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** A year of energy of every inverter, by which the months follow. */
export const seedYear = async (pool: Pool, now: number): Promise<void> => {
  const { rows } = await pool.query<{ no: number }>(
    `SELECT no FROM device WHERE kind = 'inverter' ORDER BY no`,
  )
  for (let at = 0; at < rows.length; at += PORTION)
    await pool.query(
      `INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
       SELECT no, at::date, 40000 + (no * 37 + extract(doy FROM at)::int * 101) % 60000, at, at + interval '12 h', 1000
         FROM unnest($1::int[]) AS no, generate_series($2::date - ${DAYS}, $2::date, interval '1 day') AS at
        ORDER BY 1, 2`,
      [rows.slice(at, at + PORTION).map(({ no }) => no), new Date(now)],
    )
}

export const seedReadings = async (pool: Pool, now: number): Promise<void> => {
  await ensurePartitions(
    pool,
    [0, 1, 2].map((days) => utcDayStart(now - days * DAY_MS)),
  )
  await pool.query(
    `INSERT INTO reading (device_no, ts, received_at, hist, state, p, u, i, f, t, e_tot)
     SELECT no, ts, ts, false, 1, 3000 + no % 700, '{230,231,229}', '{5,5,5}', 50, 40, 1e7 + extract(epoch FROM ts)::bigint % 1000000
       FROM (SELECT no FROM device WHERE kind = 'inverter' AND station_id IN
              (SELECT id FROM station ORDER BY substring(code FROM '[0-9]+$')::int LIMIT $2)) AS sample,
            generate_series($1::timestamptz - interval '36 h', $1, interval '15 min') AS ts
      ORDER BY ts, no`,
    [new Date(now), WITH_READINGS],
  )
}

/** A year's alarms of every fifth device, one in ten of them open; and an order for every fiftieth, one in five open. */
export const seedWork = async (pool: Pool, initiator: string): Promise<void> => {
  await pool.query(
    `INSERT INTO alarm (id, station_id, device_id, device_kind, code, level, status, count, created_at, first_at,
       occurred_at, close_type, closed_at)
     SELECT gen_random_uuid(), station_id, id, kind,
            (ARRAY['2062', '2032', '2063', 'RULE-STRING-CURRENT', 'RULE-OPTIMIZER-LOW', 'X-77'])[1 + no / 5 % 6],
            1 + no / 5 % 4, CASE WHEN no % 50 = 0 THEN 'unsolved' ELSE 'closed' END, 1, at, at, at,
            CASE WHEN no % 50 = 0 THEN NULL ELSE 'automatic_cleaning' END,
            CASE WHEN no % 50 = 0 THEN NULL ELSE at + interval '2 h' END
       FROM device, LATERAL (SELECT now() - no::bigint * 7919 % 31536000 * interval '1 s' AS at) AS came
      WHERE no % 5 = 0 AND kind <> 'gateway'`,
  )
  await pool.query(
    `INSERT INTO work_order (id, no, station_id, device_id, type, status, priority, name, description, initiator_id,
       handler_id, needs_review, initiated_at, planned_minutes, closed_at, place)
     SELECT gen_random_uuid(), 'WO2026' || lpad(no::text, 8, '0'), station_id, id, 'repair', status, 1 + no / 50 % 4,
            'Repair ' || no, '', $1::uuid, $1::uuid, true, at, 120, CASE status WHEN 'completed' THEN at + interval '1 day' END,
            CASE status WHEN 'completed' THEN -(extract(epoch FROM at) * 1000)::bigint ELSE 8640000000000000 END
       FROM device, LATERAL (SELECT now() - no::bigint * 7919 % 31536000 * interval '1 s' AS at,
              CASE WHEN no / 50 % 5 = 0 THEN 'pending' ELSE 'completed' END AS status) AS came
      WHERE no % 50 = 7`,
    [initiator],
  )
}

/**
 * What jobs have made of it by now in an installation that has run for long, so that nothing of it is due within hours.
 * The server works while it is seeded: what it has begun of it is made first.
 */
export const seedMade = async (pool: Pool): Promise<void> => {
  await pool.query(
    `INSERT INTO run_look (station_id, time_zone, next_at) SELECT id, time_zone, now() + interval '1 day' FROM station
     ON CONFLICT (station_id) DO UPDATE SET time_zone = excluded.time_zone, next_at = excluded.next_at`,
  )
  await pool.query(
    `INSERT INTO alarm_cost (alarm_id, at, due_at, wh)
     SELECT id, now(), now() + interval '12 h', 1000 FROM alarm WHERE status <> 'closed'
     ON CONFLICT (alarm_id) DO UPDATE SET due_at = excluded.due_at`,
  )
}
