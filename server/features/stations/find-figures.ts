import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import type { RoofArea } from '#domain/stations/faces.ts'
import type { EnteredPosition } from '#domain/stations/sun.ts'
import { type DeviceKind, type ReportedKind, reportedKinds, sleepingKinds } from '#domain/devices/kinds.ts'
import { DUSK_MS, NEVER_HEARD_MS, SILENT_INTERVALS, stateIndex } from '#domain/telemetry/device-state.ts'
import { type RawBuilder, sql } from 'kysely'
import { darkPeriodAt } from './station-light.ts'
import { dayAt, dayStartAt } from '#domain/telemetry/local-days.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { WHOLE_DAY } from '#domain/telemetry/coverage.ts'
import { roofs } from './find-roofs.ts'
import { faintGeneration, generation } from './generation-sql.ts'
import type { Db } from '../../platform/db/handle.ts'
import { knownAs, unforeseen } from '../../platform/db/known-statement.ts'

/** What has to be known of a station before its devices are asked. */
export type Place = EnteredPosition & { id: string; time_zone: string; report_min: number }

/** W; thousandths of the day's light over which its energy is known (null: not looked at); whether a counter of it was ever heard. */
export type InverterToday = [ratedW: number | null, known: number | null, everHeard: boolean]

export type Row = {
  id: string
  heard: boolean
  /** Devices that report `shutdown`. */
  faulty: number
  off: string[] | null
  producing: number
  curtailed: number
  standby: number
  disconnected: number
  attention: number
  never_heard: number[]
  /** By level, 1 first. */
  open_alarms: number[]
  power: number | null
  power_at: number | null
  /** Of the newest reading in it; whether every inverter is in it. */
  power_newest: number | null
  power_whole: boolean | null
  today: number | null
  shared: boolean | null
  /** Its inverters as `todayCoverage` (station-figures.ts) weighs them. */
  inverters: InverterToday[] | null
  last_heard: number | null
  inverter_w: number | null
  /** W into the inverters; null where one that runs does not say it. */
  dc: number | null
  /** In the plane of the modules, W/m2, and the air there, °C: means of what weather stations say. */
  irradiance: number | null
  air: number | null
  yesterday: number | null
  yesterday_coverage: number | null
  /** Whether `attentionOf` (overview/attention.ts) may find something among its devices, what gateways say beside readings aside. */
  troubled: boolean
  /** Its roof areas; null where all modules lie in the station's own plane. */
  roof: RoofArea[] | null
  /** Before this instant nothing of it is another without a change in the tables, its day and the light aside. */
  next_at: number | null
} & Record<`${DeviceKind}_${'total' | 'online'}`, number>

const is = (state: Parameters<typeof stateIndex>[0]) => sql.lit(stateIndex(state))

const countNames = (kind: ReportedKind) => [sql.ref(`${kind}_total`), sql.ref(`${kind}_online`)] as const
const countsOfKind = (kind: ReportedKind) => {
  const [total, online] = countNames(kind)
  return sql`count(*) FILTER (WHERE kind = ${sql.lit(kind)}) AS ${total},
             count(*) FILTER (WHERE kind = ${sql.lit(kind)} AND online) AS ${online}`
}
const knownCountsOfKind = (kind: ReportedKind) => {
  const [total, online] = countNames(kind)
  return sql`coalesce(s.${total}, 0) AS ${total}, coalesce(s.${online}, 0) AS ${online}`
}

const instantOf = (ts: number | null | undefined): Date | null =>
  ts === null || ts === undefined ? null : new Date(ts)

/**
 * Of at most so many stations connections keep the statement and its plan, which takes as long to make as the figures of ten
 * stations to compute. Of more, which plan is best rests on how many they are.
 */
export const FEW = 100
const foreseen = (value: unknown, type: string): RawBuilder<unknown> => sql`${value}::${sql.raw(type)}`

/** SQL of `deviceCondition` (domain/telemetry/device-state.ts), in sets; a test holds the two against each other. */
export const figureRows = async (
  db: Db,
  places: readonly Place[],
  now: number,
  off: readonly string[],
  /** Devices that a limit holds down. */
  limited: readonly string[],
): Promise<Row[]> => {
  const at = sql`${new Date(now)}::timestamptz`
  // Added long enough ago that it should have been heard.
  const awaited = sql`d.created_at <= ${new Date(now - NEVER_HEARD_MS)}::timestamptz`
  const awaitedAt = sql`d.created_at + ${sql.lit(NEVER_HEARD_MS)} * interval '1 ms'`
  const dark = places.map((place) => darkPeriodAt(place, now + DUSK_MS))
  const today = new Map<string, { day: string; startAt: Date }>()
  const todayIn = (zone: string): { day: string; startAt: Date } => {
    const held = today.get(zone)
    if (held) return held
    const day = dayAt(now, zone)
    const found = { day, startAt: new Date(dayStartAt(day, zone)) }
    today.set(zone, found)
    return found
  }
  const columns: [unknown, string][] = [
    [places.map(({ id }) => id), 'uuid[]'],
    [places.map(({ time_zone: zone }) => todayIn(zone).day), 'date[]'],
    [places.map(({ time_zone: zone }) => todayIn(zone).startAt), 'timestamptz[]'],
    [dark.map((period) => instantOf(period?.since)), 'timestamptz[]'],
    [dark.map((period) => instantOf(period?.until)), 'timestamptz[]'],
  ]
  const isFew = places.length <= FEW
  const given = isFew ? unforeseen : foreseen
  const { rows } = await sql<Row>`${knownAs('figures', isFew)}
    WITH asked AS MATERIALIZED (
      SELECT p.*, s.report_min * interval '${sql.lit(SILENT_INTERVALS)} minutes' AS silent
        FROM unnest(${sql.join(columns.map(([value, type]) => given(value, type)))})
          AS p(id, today, today_at, dark_since, dark_until)
        JOIN station s ON s.id = p.id),
    gateway AS MATERIALIZED (
      SELECT g.*, coalesce(${at} - g.heard < g.silent, false)
               AND NOT coalesce(g.gone AND g.gone_at >= g.heard, false) AS online,
             CASE WHEN g.heard IS NULL THEN CASE WHEN NOT g.awaited THEN g.awaited_at END
                  WHEN g.heard + g.silent > ${at} THEN g.heard + g.silent END AS next_at
        FROM (SELECT p.id AS station_id, p.silent, d.id, d.no, ${awaited} AS awaited, ${awaitedAt} AS awaited_at, greatest(l.received_at, k.birth_at) AS heard,
                     NOT k.connected AS gone, k.gone_at
                FROM asked p
                JOIN device d ON d.station_id = p.id AND d.kind = 'gateway' AND d.removed_at IS NULL
                LEFT JOIN latest l ON l.device_no = d.no
                LEFT JOIN gateway_link k ON k.device_id = d.id) AS g),
    heard AS (
      SELECT p.id AS station_id, p.silent, d.id, d.no, d.id = ANY(${given([...off], 'uuid[]')}::uuid[]) AS off, d.id = ANY(${given([...limited], 'uuid[]')}::uuid[]) AS limited, d.kind, greatest(d.rated_w, d.shown_w) AS rated_w, l.received_at AS heard, l.ts,
             CASE WHEN l.flags & ${sql.lit(qualityFlags.still)} = 0 THEN l.state END AS state,
             ${generation('l')} AS p, CASE WHEN l.flags & ${sql.lit(qualityFlags.dcPower)} = 0 THEN l.p_dc END AS dc,
             CASE WHEN l.flags & ${sql.lit(qualityFlags.irradiance)} = 0 THEN l.irr END AS irr, CASE WHEN l.flags & ${sql.lit(qualityFlags.temperature)} = 0 THEN l.t_amb END AS air,
             l.flags & ${sql.lit(qualityFlags.clock)} <> 0 AS wrong_clock,
             l.received_at IS NULL AND ${awaited} AND (d.gateway_id IS NULL OR coalesce(g.online, false)) AS awaited,
             coalesce(g.online, false) AS gateway_online, g.heard AS gateway_heard,
             coalesce(${at} - l.received_at < p.silent, false) AS fresh,
             CASE WHEN l.received_at IS NULL THEN CASE WHEN NOT ${awaited} THEN ${awaitedAt} END
                  ELSE least(CASE WHEN l.received_at + p.silent > ${at} THEN l.received_at + p.silent END,
                             CASE WHEN l.ts + p.silent > ${at} THEN l.ts + p.silent END) END AS next_at,
             coalesce(d.kind IN (${sql.join([...sleepingKinds].map((kind) => sql.lit(kind)))}) AND g.online AND l.received_at > p.dark_since - p.silent
                 - CASE WHEN coalesce(${faintGeneration('l', 'd')}, false) THEN ${sql.lit(DUSK_MS)} * interval '1 ms' ELSE interval '0' END
               AND (p.dark_until IS NULL
                    OR l.received_at <= p.dark_until AND ${at} - p.dark_until < p.silent), false) AS sleepy
        FROM asked p
        JOIN device d ON d.station_id = p.id AND d.kind <> 'gateway' AND d.removed_at IS NULL
        LEFT JOIN gateway g ON g.id = d.gateway_id
        LEFT JOIN latest l ON l.device_no = d.no),
    sub AS (
      SELECT h.*, fresh OR sleepy AS online,
             CASE WHEN heard IS NULL THEN NULL WHEN fresh THEN state
                  WHEN sleepy THEN ${is('standby')} ELSE ${is('disconnected')} END AS now_state,
             CASE WHEN fresh AND ${at} - ts < silent THEN coalesce(p, CASE WHEN state = ${is('standby')} THEN 0 END)
                  WHEN sleepy AND NOT fresh THEN 0 END AS power,
             CASE WHEN fresh THEN ts ELSE gateway_heard END AS power_ts, fresh AND ${at} - ts < silent AS present
        FROM heard h),
    gateways AS (
      SELECT station_id, count(*) AS total, count(*) FILTER (WHERE online) AS online,
             count(*) FILTER (WHERE NOT online AND (heard IS NOT NULL OR awaited)) AS silent,
             array_agg(no) FILTER (WHERE heard IS NULL AND awaited) AS never, max(heard) AS heard, min(next_at) AS next_at
        FROM gateway GROUP BY station_id),
    subs AS (
      SELECT station_id, max(heard) AS heard, min(next_at) AS next_at,
             count(*) FILTER (WHERE now_state = ${is('shutdown')} AND NOT off) AS faulty,
             array_agg(id) FILTER (WHERE now_state = ${is('shutdown')} AND off) AS off,
             count(*) FILTER (WHERE awaited OR (gateway_online AND NOT (off AND now_state = ${is('shutdown')})
               AND now_state IN (${is('shutdown')}, ${is('disconnected')}))) AS attention,
             bool_or(awaited OR wrong_clock OR now_state IN (${is('shutdown')}, ${is('disconnected')})) AS troubled,
             array_agg(no) FILTER (WHERE awaited) AS never,
             ${sql.join(reportedKinds.map(countsOfKind))},
             CASE WHEN bool_and(rated_w IS NOT NULL) FILTER (WHERE kind = 'inverter')
                  THEN sum(rated_w) FILTER (WHERE kind = 'inverter') END AS inverter_w,
             count(*) FILTER (WHERE kind = 'inverter' AND NOT limited
               AND now_state IN (${is('grid_connected')}, ${is('normal')})) AS producing,
             count(*) FILTER (WHERE kind = 'inverter' AND (now_state = ${is('curtailed')}
               OR limited AND now_state IN (${is('grid_connected')}, ${is('normal')}))) AS curtailed,
             count(*) FILTER (WHERE kind = 'inverter' AND now_state = ${is('standby')}) AS standby,
             count(*) FILTER (WHERE kind = 'inverter' AND now_state = ${is('disconnected')}) AS disconnected,
             sum(power) FILTER (WHERE kind = 'inverter') AS power,
             min(power_ts) FILTER (WHERE kind = 'inverter' AND power IS NOT NULL) AS power_at,
             max(power_ts) FILTER (WHERE kind = 'inverter' AND power IS NOT NULL) AS power_newest,
             bool_and(power IS NOT NULL) FILTER (WHERE kind = 'inverter') AS power_whole,
             CASE WHEN bool_and(dc IS NOT NULL) FILTER (WHERE kind = 'inverter' AND power > 0)
                  THEN sum(greatest(dc, 0)) FILTER (WHERE kind = 'inverter' AND power > 0) END AS dc,
             avg(greatest(irr, 0)) FILTER (WHERE kind = 'weather' AND present) AS irradiance,
             avg(air) FILTER (WHERE kind = 'weather' AND present) AS air
        FROM sub GROUP BY station_id),
    energy AS (
      SELECT c.station_id, sum(c.wh) AS today, bool_or(c.shared) AS shared,
             json_agg(json_build_array(c.rated_w, c.known, c.ever)) FILTER (WHERE c.there) AS inverters,
             sum(c.before_wh) AS yesterday,
             CASE WHEN bool_or(c.before_known IS NULL) FILTER (WHERE c.before) THEN NULL
                  WHEN bool_and(coalesce(c.rated_w > 0, false)) FILTER (WHERE c.before)
                  THEN sum(c.rated_w * c.before_known / ${sql.lit(WHOLE_DAY)}::float8) FILTER (WHERE c.before) / sum(c.rated_w) FILTER (WHERE c.before)
                  ELSE avg(c.before_known / ${sql.lit(WHOLE_DAY)}::float8) FILTER (WHERE c.before) END AS yesterday_coverage
        FROM (
          SELECT p.id AS station_id, CASE WHEN e.first_ts IS NOT NULL THEN e.wh END AS wh, e.shared, greatest(d.rated_w, d.shown_w) AS rated_w,
                 d.removed_at IS NULL AS there, coalesce(l.e_pv, l.e_tot, l.e_day) IS NOT NULL AS ever,
                 CASE WHEN e.device_no IS NULL THEN 0 ELSE e.known END AS known,
                 CASE WHEN y.first_ts IS NOT NULL THEN y.wh END AS before_wh,
                 CASE WHEN y.device_no IS NULL THEN 0 ELSE y.known END AS before_known,
                 d.removed_at IS NULL AND (d.created_at < p.today_at OR y.device_no IS NOT NULL) AS before
            FROM asked p
            JOIN device d ON d.station_id = p.id AND d.kind = 'inverter'
            LEFT JOIN energy_day e ON e.device_no = d.no AND e.day = p.today
            LEFT JOIN energy_day y ON y.device_no = d.no AND y.day = p.today - 1
            LEFT JOIN latest l ON l.device_no = d.no) AS c
       GROUP BY c.station_id),
    roof AS (${roofs(sql`SELECT id FROM asked`)})
    SELECT p.id, g.heard IS NOT NULL OR s.heard IS NOT NULL AS heard, greatest(g.heard, s.heard) AS last_heard,
           coalesce(g.silent, 0) + coalesce(s.attention, 0) AS attention,
           coalesce(g.silent, 0) > 0 OR coalesce(s.troubled, false) AS troubled,
           coalesce(g.never, '{}') || coalesce(s.never, '{}') AS never_heard, coalesce(s.faulty, 0) AS faulty, s.off,
           coalesce(s.producing, 0) AS producing, coalesce(s.curtailed, 0) AS curtailed,
           coalesce(s.standby, 0) AS standby, coalesce(s.disconnected, 0) AS disconnected,
           coalesce(g.total, 0) AS gateway_total, coalesce(g.online, 0) AS gateway_online,
           ${sql.join(reportedKinds.map(knownCountsOfKind))},
           (SELECT array_agg(coalesce(a.n, 0)::int ORDER BY level)
              FROM generate_series(1, ${sql.lit(alarmLevels.length)}::int) AS level
              LEFT JOIN (SELECT t.level AS of, sum(t.n) AS n FROM alarm_tally t
                          WHERE t.station_id = p.id AND t.status <> 'closed' GROUP BY t.level) AS a ON a.of = level) AS open_alarms,
           s.power, s.power_at, s.power_newest, s.power_whole, s.inverter_w, s.dc, s.irradiance, s.air,
           e.today, e.shared, e.inverters, e.yesterday, e.yesterday_coverage, r.roof,
           least(g.next_at, s.next_at, CASE WHEN p.dark_until + p.silent > ${at} THEN p.dark_until + p.silent END) AS next_at
      FROM asked p
      LEFT JOIN gateways g ON g.station_id = p.id
      LEFT JOIN subs s ON s.station_id = p.id
      LEFT JOIN energy e ON e.station_id = p.id
      LEFT JOIN roof r ON r.station_id = p.id`.execute(db)
  return rows
}
