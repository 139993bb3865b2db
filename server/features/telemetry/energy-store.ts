import { SHARDS } from '../../platform/db/shards.ts'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import type { SetAside } from '#domain/telemetry/counter-points.ts'
import type { EnteredPosition } from '#domain/stations/sun.ts'
import type { BookedDay, BookedSpan } from '#domain/telemetry/ledger-book.ts'
import { bookBits, flowCounters } from '#domain/telemetry/counters.ts'
import { plainArray } from '../../platform/db/plain-array.ts'
import type { Db } from '../../platform/db/handle.ts'
import { DAY_MS } from './partition-store.ts'
import { PARTITION_GRACE_DAYS } from './retention.ts'

/** First key of the two-key advisory locks of devices whose ledger is being computed; arbitrary, ours alone. */
const LEDGER_LOCK = 7_202

/** A device whose ledger is due, with what its computation needs to know. */
export type DueDevice = {
  deviceNo: number
  stationId: string
  zone: string
  reportMin: number
  kind: DeviceKind
  ratedW: number | null
  shownW: number | null
  position: EnteredPosition
  since: number
  until: number
  marked: number
  books: number
}

/** The farthest zones lie 26 hours apart: by another calendar the newest energy may stand on a day that is yet to come. */
const CALENDARS_APART_MS = 2 * DAY_MS

/** Devices that are due and how much time their changes cover, ms; none is locked yet. */
export const listDue = async (
  db: Db,
  shards: readonly number[],
): Promise<{ deviceNo: number; coveredMs: number }[]> => {
  const rows = await db
    .selectFrom('energy_due')
    .select(['device_no', 'since', 'until'])
    .$if(shards.length < SHARDS, (query) =>
      query.where(sql<number>`device_no % ${sql.lit(SHARDS)}`, 'in', [...shards]),
    )
    .orderBy('device_no')
    .execute()
  return rows.map((row) => ({ deviceNo: row.device_no, coveredMs: row.until - row.since }))
}

/** A back-fill of months takes longer than a request may; the limits hold for this transaction alone. */
export const allowLongWork = async (trx: Db): Promise<void> => {
  await sql`SELECT set_config('statement_timeout', '60s', true),
                   set_config('idle_in_transaction_session_timeout', '300s', true)`.execute(trx)
}

/** Whether the energy of any of these stations is still to be computed of a time before its instant (epoch ms). */
export const ledgerDueBefore = async (
  db: Db,
  stations: readonly { stationId: string; before: number }[],
): Promise<boolean> => {
  const { rows } = await sql<{ due: boolean }>`
    SELECT EXISTS (
      SELECT FROM unnest(${stations.map(({ stationId }) => stationId)}::uuid[],
                         ${stations.map(({ before }) => new Date(before))}::timestamptz[]) AS s(id, before)
        JOIN device d ON d.station_id = s.id JOIN energy_due e ON e.device_no = d.no
       WHERE e.since < s.before) AS due`.execute(db)
  return rows[0]?.due ?? false
}

/**
 * Takes the devices that nobody else is computing, until the end of the transaction. The lock is not on the row of
 * `energy_due`: the intake must be able to mark a device again while its ledger is computed.
 */
export const takeDueDevices = async (trx: Db, nos: readonly number[]): Promise<DueDevice[]> => {
  const { rows: held } = await sql<{ no: number; mine: boolean }>`
    SELECT no, pg_try_advisory_xact_lock(${LEDGER_LOCK}, no) AS mine FROM unnest(${plainArray(nos)}::int[]) AS no`.execute(
    trx,
  )
  const mine = held.filter((row) => row.mine).map((row) => row.no)
  if (mine.length === 0) return []
  // A statement of its own: it must see what was committed after the locks were taken.
  const rows = await trx
    .selectFrom('energy_due as due')
    .innerJoin('device', 'device.no', 'due.device_no')
    .innerJoin('station', 'station.id', 'device.station_id')
    .where('due.device_no', 'in', mine)
    .select([
      'due.device_no as deviceNo',
      'device.station_id as stationId',
      'station.time_zone as zone',
      'station.report_min as reportMin',
      'device.kind',
      'device.rated_w as ratedW',
      'device.shown_w as shownW',
      'station.latitude',
      'station.north',
      'station.longitude',
      'station.east',
      'due.since',
      'due.until',
      'due.marked',
      'due.books',
    ])
    .execute()
  return rows.map(({ latitude, north, longitude, east, ...due }) => ({
    ...due,
    position: { latitude, north, longitude, east },
  }))
}

/** `no`: a device's number, or that of one of its books. */
export type EnergyReplacement = {
  no: number
  fromDay: string
  toDay: string
  fromTs: number
  toTs: number
  days: ReadonlyMap<string, BookedDay>
  spans: readonly BookedSpan[]
  setAside: readonly SetAside[]
}

const instantsOrNull = (all: readonly (number | null)[]): string[] =>
  all.map((ts) => (ts === null ? 'NULL' : new Date(ts).toISOString()))

/** Writes the results of many devices: what lies in each one's range is replaced, the rest stays. */
export const replaceEnergy = async (trx: Db, changes: readonly EnergyReplacement[]): Promise<void> => {
  if (changes.length === 0) return
  const nos = changes.map(({ no }) => no)
  const fromTs = changes.map((change) => new Date(change.fromTs))
  const toTs = changes.map((change) => new Date(change.toTs))
  await sql`
    DELETE FROM energy_day d
     USING unnest(${nos}::int[], ${changes.map(({ fromDay }) => fromDay)}::date[],
                  ${changes.map(({ toDay }) => toDay)}::date[]) AS c(no, from_day, to_day)
     WHERE d.device_no = c.no AND d.day BETWEEN c.from_day AND c.to_day`.execute(trx)
  await sql`
    DELETE FROM energy_span s
     USING unnest(${nos}::int[], ${fromTs}::timestamptz[], ${toTs}::timestamptz[]) AS c(no, from_ts, to_ts)
     WHERE s.device_no = c.no AND s.from_ts >= c.from_ts AND s.to_ts <= c.to_ts`.execute(trx)
  await sql`
    DELETE FROM energy_aside a
     USING unnest(${nos}::int[], ${fromTs}::timestamptz[], ${toTs}::timestamptz[]) AS c(no, from_ts, to_ts)
     WHERE a.device_no = c.no AND a.ts BETWEEN c.from_ts AND c.to_ts`.execute(trx)

  await saveDays(trx, changes)
  await saveSpans(trx, changes)
  await insertAside(trx, changes)
}

type Booked = Pick<EnergyReplacement, 'no' | 'days' | 'spans' | 'setAside'>

/** Writes days, over those that are there. */
export const saveDays = async (trx: Db, changes: readonly Pick<Booked, 'no' | 'days'>[]): Promise<void> => {
  const days = changes.flatMap(({ no, days }) => [...days].map(([day, energy]) => ({ no, day, ...energy })))
  if (days.length === 0) return
  await sql`
    INSERT INTO energy_day (device_no, day, wh, shared, first_ts, last_ts, known)
    SELECT * FROM unnest(${plainArray(days.map((row) => row.no))}::int[], ${plainArray(days.map((row) => row.day))}::date[],
      ${plainArray(days.map((row) => row.wh))}::bigint[], ${plainArray(days.map((row) => String(row.shared)))}::boolean[],
      ${plainArray(instantsOrNull(days.map((row) => row.firstTs)))}::timestamptz[],
      ${plainArray(instantsOrNull(days.map((row) => row.lastTs)))}::timestamptz[],
      ${plainArray(days.map((row) => row.known))}::smallint[])
    ON CONFLICT (device_no, day) DO UPDATE SET wh = excluded.wh, shared = excluded.shared,
      first_ts = excluded.first_ts, last_ts = excluded.last_ts, known = excluded.known`.execute(trx)
}

/** Writes spans, over those that begin where they do. */
export const saveSpans = async (trx: Db, changes: readonly Pick<Booked, 'no' | 'spans'>[]): Promise<void> => {
  const spans = changes.flatMap(({ no, spans }) => spans.map((span) => ({ no, ...span })))
  if (spans.length === 0) return
  await sql`
    INSERT INTO energy_span (device_no, from_ts, to_ts, from_day, to_day, wh, known)
    SELECT * FROM unnest(${spans.map((row) => row.no)}::int[],
      ${spans.map((row) => new Date(row.fromTs))}::timestamptz[],
      ${spans.map((row) => new Date(row.toTs))}::timestamptz[],
      ${spans.map((row) => row.fromDay)}::date[], ${spans.map((row) => row.toDay)}::date[],
      ${spans.map((row) => row.wh)}::bigint[], ${spans.map((row) => row.known)}::int[])
    ON CONFLICT (device_no, from_ts) DO UPDATE SET to_ts = excluded.to_ts, from_day = excluded.from_day,
      to_day = excluded.to_day, wh = excluded.wh, known = excluded.known`.execute(trx)
}

/** Of an instant that something is set aside of already, that stays. */
export const insertAside = async (
  trx: Db,
  changes: readonly Pick<Booked, 'no' | 'setAside'>[],
): Promise<void> => {
  const aside = changes.flatMap(({ no, setAside }) => setAside.map((row) => ({ no, ...row })))
  if (aside.length === 0) return
  await sql`
    INSERT INTO energy_aside (device_no, ts, e_tot, reason)
    SELECT * FROM unnest(${aside.map((row) => row.no)}::int[],
      ${aside.map((row) => new Date(row.ts))}::timestamptz[],
      ${aside.map((row) => row.eTotWh)}::float8[], ${aside.map((row) => row.reason)}::text[])
    ON CONFLICT (device_no, ts) DO NOTHING`.execute(trx)
}

/** Takes away the marks that were not renewed while the ledgers were computed. */
export const settleDue = async (trx: Db, due: readonly DueDevice[]): Promise<void> => {
  if (due.length === 0) return
  const rows = [...due].sort((a, b) => a.deviceNo - b.deviceNo)
  await sql`
    WITH done AS (
      SELECT d.device_no FROM energy_due d
        JOIN unnest(${plainArray(rows.map((row) => row.deviceNo))}::int[], ${plainArray(rows.map((row) => row.marked))}::int[])
          AS c(no, marked) ON c.no = d.device_no AND c.marked = d.marked
       ORDER BY d.device_no FOR UPDATE OF d)
    DELETE FROM energy_due d USING done WHERE d.device_no = done.device_no`.execute(trx)
}

/**
 * Marks devices for all their time: their energy is booked anew as long as the readings behind it are there; energy
 * that has outlived them stays as it was booked. Where it starts, readings older than that are left for the ledger to
 * find its footing on.
 */
const markWhole = async (trx: Db, which: Expression<SqlBool>, now: number): Promise<void> => {
  const until = new Date(now + CALENDARS_APART_MS)
  await sql`
    WITH kept AS (
      SELECT to_date(min(right(c.relname, 8)), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC' AS since
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'reading'::regclass
         AND c.relname ~ '^reading_[0-9]{8}$')
    INSERT INTO energy_due (device_no, since, until, books)
    SELECT d.no, CASE WHEN e.first_ts < kept.since
                      THEN kept.since + ${PARTITION_GRACE_DAYS} * interval '1 day' ELSE to_timestamp(0) END, ${until},
           ${sql.lit(bookBits.made)} | coalesce(b.bits, 0)
      FROM device d CROSS JOIN kept
      LEFT JOIN LATERAL (
        SELECT array_agg(no) AS nos, bit_or(${sql.raw(`CASE counter ${flowCounters.map((name) => `WHEN '${name}' THEN ${bookBits[name]}`).join(' ')} END`)}) AS bits
          FROM counter_book WHERE device_no = d.no) b ON true
      LEFT JOIN LATERAL (
        SELECT min(first_ts) AS first_ts FROM energy_day WHERE device_no = ANY(d.no || coalesce(b.nos, '{}'))) e ON true
     WHERE ${which} AND d.kind <> 'gateway' ORDER BY d.no
    ON CONFLICT (device_no) DO UPDATE SET since = least(energy_due.since, excluded.since),
      until = greatest(energy_due.until, excluded.until), books = energy_due.books | excluded.books,
      marked = energy_due.marked + 1`.execute(trx)
}

/** A station's time zone or reporting time changed, so its days have other limits. */
export const markStationDue = (trx: Db, stationId: string, now: number): Promise<void> =>
  markWhole(trx, sql`d.station_id = ${stationId}`, now)

export const markDevicesDue = (trx: Db, nos: readonly number[], now: number): Promise<void> =>
  markWhole(trx, sql`d.no = ANY(${[...nos]}::int[])`, now)
