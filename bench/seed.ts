import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { AccountRole } from '#domain/accounts/permissions.ts'
import { openSession } from '#server/features/accounts/session-store.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { hashSecret } from '#server/platform/broker/credentials.ts'
import { makeAccount } from '../tests/factories/accounts.ts'

/** The MQTT secret of every gateway that is seeded. */
export const benchSecret = 'bench-secret-of-every-gateway'

export type Fleet = {
  /** Before the serials, so that several fleets stand side by side. */
  name: string
  /** Of several each has every so many-th station. */
  companyId: string | readonly string[]
  stations: number
  /** Per station; each with its inverters and optimizers. */
  gateways: number
  inverters: number
  optimizers: number
}

/** Keeps the serials of one length. */
const FIRST = 100_000

/** Serial numbers as `seedFleet` gives them out: gateways by place in the fleet, children by place behind theirs. */
export const gatewaySn = (name: string, gateway: number): string => `${name}GW${FIRST + gateway}`
export const inverterSn = (name: string, gateway: number, n: number): string =>
  `${name}INV${FIRST + gateway}X${n}`
export const optimizerSn = (name: string, gateway: number, n: number): string =>
  `${name}OPT${FIRST + gateway}X${n}`

/** Stations with their devices in four statements, however many. */
export const seedFleet = async (pool: Pool, fleet: Fleet): Promise<void> => {
  const { name, companyId } = fleet
  await pool.query(
    `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, region,
       country, report_min, capacity, capacity_unit, capacity_w, tariff, created_at)
     SELECT gen_random_uuid(), $1 || '-S' || n, $1 || '-' || n, ($2::uuid[])[1 + (n - 1) % cardinality($2::uuid[])],
            (ARRAY['residential', 'commercial', 'industrial'])[1 + n % 3], 'Asia/Shanghai',
            31 + (n % 100) / 100.0, true, 121 + (n % 100) / 100.0, true, 'Shanghai', 'CN', 5, 20 + n % 50, 'kW',
            (20 + n % 50) * 1000, '{"perKwh": 0.45, "currency": "CNY", "source": "bench"}', now() - interval '1 year'
       FROM generate_series(1, $3::int) AS n`,
    [name, [companyId].flat(), fleet.stations],
  )
  await pool.query(
    `INSERT INTO device (id, station_id, kind, sn, sn_key, reported_by_gateway, created_at)
     SELECT gen_random_uuid(), s.id, 'gateway', named.sn, named.sn, false, now() - interval '1 year'
       FROM (SELECT id, substring(code FROM '[0-9]+$')::int AS n FROM station WHERE code LIKE $1 || '-S%') s,
            generate_series(1, $2::int) AS g, LATERAL (SELECT $1 || 'GW' || (${FIRST} + (s.n - 1) * $2::int + g) AS sn) named`,
    [name, fleet.gateways],
  )
  for (const [kind, short, count, ratedW] of [
    ['inverter', 'INV', fleet.inverters, 20_000],
    ['optimizer', 'OPT', fleet.optimizers, null],
  ] as const)
    await pool.query(
      `INSERT INTO device (id, station_id, kind, sn, sn_key, gateway_id, rated_w, reported_by_gateway, created_at)
       SELECT gen_random_uuid(), g.station_id, $2::text, named.sn, named.sn, g.id, $4::float8, true, now() - interval '1 year'
         FROM device g, generate_series(1, $3::int) AS n,
              LATERAL (SELECT replace(g.sn, 'GW', $5) || 'X' || n AS sn) named
        WHERE g.kind = 'gateway' AND g.sn LIKE $1 || 'GW%'`,
      [name, kind, count, ratedW, short],
    )
  await pool.query(
    `INSERT INTO gateway_link (device_id, secret_hash, boot, conn, connected, birth_at)
     SELECT id, $2, 'bench-boot', 1, true, now() FROM device WHERE kind = 'gateway' AND sn LIKE $1 || 'GW%'`,
    [name, await hashSecret(benchSecret)],
  )
  await pool.query('ANALYZE station, device, gateway_link')
}

/** Where it is noon, so that what makes power does so by daylight whenever it is measured. */
export const noonAt = (now: number): { longitude: number; timeZone: string } => {
  const utcHours = (now / 3_600_000) % 24
  const longitude = Math.round((12 - utcHours) * 15)
  const zone = Math.round(longitude / 15)
  // The names of Etc count the other way round.
  return { longitude, timeZone: `Etc/GMT${zone > 0 ? '-' : '+'}${Math.abs(zone)}` }
}

/** Newest readings of all devices that have none. */
export const seedLatest = async (pool: Pool, now: number): Promise<void> => {
  await pool.query(
    `INSERT INTO latest (device_no, ts, received_at, state, p, e_tot, u, i, f, t)
     SELECT no, $1::timestamptz - interval '30 s', $1::timestamptz - interval '30 s',
            CASE kind WHEN 'inverter' THEN 1 WHEN 'gateway' THEN NULL ELSE 2 END,
            CASE kind WHEN 'inverter' THEN 4000 + no % 5000 WHEN 'optimizer' THEN 200 END,
            CASE kind WHEN 'inverter' THEN 1e7 + no END, '{230,231,229}', '{9,9,9}', 50, 40
       FROM device ON CONFLICT DO NOTHING`,
    [new Date(now)],
  )
}

/** Newest readings of all devices that have none, and energy of the last `days` days of their inverters. */
export const seedState = async (pool: Pool, now: number, days: number): Promise<void> => {
  const at = new Date(now)
  await seedLatest(pool, now)
  await pool.query(
    `INSERT INTO energy_day (device_no, day, wh, first_ts, last_ts, known)
     SELECT no, day::date, 40000 + no % 9000, day, day + interval '12 h', 1000
       FROM device, generate_series($1::date - $2::int, $1::date, interval '1 day') AS day
      WHERE kind = 'inverter' ON CONFLICT DO NOTHING`,
    [at, days],
  )
  await pool.query('ANALYZE latest, energy_day')
}

/** Somebody with a session: their cookie. */
export const seedPerson = async (
  db: Db,
  now: number,
  role: AccountRole,
  companyId: string,
): Promise<string> => {
  const made = await makeAccount(db, now, {
    role,
    companyId,
    passwordHash: 'no password leads here',
    account: `bench-${role}-${randomUUID()}`,
  })
  const { token } = await openSession(db, now, { accountId: made.id, browser: 'bench' })
  return `sunkeeper=${token}`
}
