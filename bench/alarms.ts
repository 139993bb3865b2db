import {
  findAlarms,
  countAlarms,
  type AlarmFilter,
  type AlarmPlace,
} from '#server/features/alarms/find-alarms.ts'
import { presentAlarms } from '#server/features/alarms/present-alarm.ts'
import { collect } from '#server/features/alarms/rules/collect.ts'
import { STEP_MS } from '#server/features/alarms/rules/load-windows.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/handle.ts'
import type { ChangeEvent } from '#server/events.ts'
import { createLog } from '#server/platform/log.ts'
import { createNotice } from '#server/platform/notice.ts'
import { ensurePartitions, utcDayStart } from '#server/features/telemetry/partition-store.ts'
import { makeCompany } from '../tests/factories/accounts.ts'
import { type Benchmark, figure } from './figure.ts'
import { startInstallation } from './installation.ts'
import { listRatios, type ListCase } from './list-ratio.ts'
import { seedFleet, seedState } from './seed.ts'

const STATIONS = 400
const ALARMS = 1_000_000
const PORTION = 100_000
const PAGE = 30
/** An alarm list that takes longer than this many reads by primary key is no longer instant. */
const AIM = 60

const seedAlarms = async (pool: Awaited<ReturnType<typeof openDatabase>>['pool']): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    for (let from = 0; from < ALARMS; from += PORTION)
      await client.query(
        `INSERT INTO alarm (id, station_id, device_id, device_kind, code, level, status, count, created_at, first_at,
           occurred_at, close_type, closed_at)
         SELECT gen_random_uuid(), d.station_id, d.id, d.kind,
                (ARRAY['2062', '2032', '2063', 'RULE-STRING-CURRENT', 'RULE-OPTIMIZER-LOW', 'X-77'])[1 + n % 6],
                1 + n % 4, CASE WHEN n % 100 = 0 THEN 'unsolved' ELSE 'closed' END, 1 + n % 5,
                now() - n * interval '40 s', now() - n * interval '40 s', now() - n * interval '40 s',
                CASE WHEN n % 100 = 0 THEN NULL WHEN n % 3 = 0 THEN 'manual_clear' ELSE 'automatic_cleaning' END,
                CASE WHEN n % 100 = 0 THEN NULL ELSE now() - n * interval '40 s' + interval '2 h' END
           FROM generate_series($1::int, $2::int - 1) AS n
           JOIN (SELECT *, row_number() OVER (ORDER BY no) - 1 AS place FROM device) AS d
             ON d.place = (n::bigint * 7) % (SELECT count(*) FROM device)
         ON CONFLICT DO NOTHING`,
        [from, from + PORTION],
      )
    await client.query('ANALYZE alarm, alarm_tally')
  } finally {
    client.release()
  }
}

/** A page as the route gives it: found, counted and with the names beside it. */
const page = async (
  db: Db,
  stations: readonly string[] | null,
  filter: AlarmFilter,
  after: AlarmPlace | null,
) => {
  const [found] = await Promise.all([
    findAlarms(db, stations, filter, { after, limit: PAGE + 1 }),
    countAlarms(db, stations),
  ])
  await presentAlarms(
    db,
    found.slice(0, PAGE).map(({ id }) => id),
    Date.now(),
  )
  return found
}

/** Where page 100 begins. */
const placeOf = async (db: Db, stations: readonly string[] | null): Promise<AlarmPlace | null> => {
  let after: AlarmPlace | null = null
  for (let at = 1; at < 100; at += 1) {
    const found = await findAlarms(db, stations, {}, { after, limit: PAGE + 1 })
    const last = found[PAGE - 1]
    if (last === undefined) return after
    after = { rank: last.rank, at: last.occurred_at, id: last.id }
  }
  return after
}

/** An hour of readings of every inverter and optimizer. */
const seedReadings = async (
  pool: Awaited<ReturnType<typeof openDatabase>>['pool'],
  until: number,
): Promise<void> => {
  await ensurePartitions(pool, [utcDayStart(until - 3_600_000), utcDayStart(until)])
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query(
      `INSERT INTO reading (device_no, ts, received_at, hist, state, p, f, u, t, e_tot)
       SELECT no, $1::timestamptz - n * interval '5 min', $1::timestamptz - n * interval '5 min', false, 1, 200, 50,
              '{222,221,223}', 40, 1e7 + (12 - n) * 10
         FROM device, generate_series(0, 12) AS n WHERE kind <> 'gateway' ON CONFLICT DO NOTHING`,
      [new Date(until)],
    )
    await client.query('ANALYZE reading')
  } finally {
    client.release()
  }
}

/** The alarm list behind which a million alarms lie, and one run of the rules over 20,000 devices. */
export const benchAlarms: Benchmark = async (print) => {
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  try {
    const companyId = await makeCompany(db, Date.now(), 'Bench')
    await seedFleet(pool, {
      name: 'BA',
      companyId,
      stations: STATIONS,
      gateways: 1,
      inverters: 2,
      optimizers: 47,
    })
    await seedState(pool, Date.now(), 1)
    const until = Math.floor((Date.now() - 60_000) / STEP_MS) * STEP_MS
    await seedReadings(pool, until)
    let statements = 0
    const connect = pool.connect.bind(pool)
    const seen = new WeakSet()
    pool.connect = (async () => {
      const client = await connect()
      if (!seen.has(client)) {
        seen.add(client)
        const query = client.query.bind(client)
        client.query = ((...given: Parameters<typeof query>) => {
          statements += 1
          return query(...given)
        }) as typeof client.query
      }
      return client
    }) as typeof pool.connect
    await db.deleteFrom('rule_collection').execute()
    statements = 0
    const from = performance.now()
    const run = await collect(
      { db, changeEvents: createNotice<ChangeEvent>() },
      until + 60_000,
      AbortSignal.timeout(600_000),
    )
    const took = (performance.now() - from) / 1000
    const devices = STATIONS * 50
    print(
      figure(
        'rules: one step over 20,000 devices',
        took,
        's',
        `${run?.stations ?? 0} stations, ${devices} devices`,
        '<= 60',
      ),
    )
    print(figure('rules: statements of that step', statements, 'statements', `${devices} devices`, '<= 200'))
    pool.connect = connect

    await seedAlarms(pool)
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM alarm')
    print(figure('alarms behind the list', rows[0]?.n ?? 0, 'rows', 'seeded'))
    const ids = (await db.selectFrom('station').select('id').orderBy('code').execute()).map(({ id }) => id)
    const one = await db.selectFrom('alarm').select(['id', 'device_id']).limit(50).execute()
    const deviceId = one[0]?.device_id ?? ''
    const all = null
    const few = ids.slice(0, 40)
    const week = Date.now() - 7 * 86_400_000
    const filters: [string, AlarmFilter][] = [
      ['first page', {}],
      ['open', { status: 'open' }],
      ['unsolved', { status: 'unsolved' }],
      ['processing, of which there are none', { status: 'processing' }],
      ['closed', { status: 'closed' }],
      ['level important', { level: 3 }],
      ['gateways', { kind: 'gateway' }],
      ['shutdown devices, of which there are none', { kind: 'shutdown' }],
      ['last 7 days', { from: week }],
      ['up to a year ago', { to: Date.now() - 365 * 86_400_000 }],
      ['one device', { deviceId }],
      ['search for a code', { search: '2062' }],
      ['search for a name', { search: '绝缘' }],
      ['search for a serial', { search: 'BAOPT100017X3' }],
      ['search for a station', { search: 'BA-17' }],
      ['search for nothing there', { search: 'zzzz' }],
    ]
    const cases: ListCase[] = []
    for (const [who, scope] of [
      ['administrator', all],
      ['40 stations', few],
      ['400 stations', ids],
    ] as const) {
      for (const [name, filter] of filters)
        cases.push({ name: `${who}, ${name}`, aim: AIM, read: (kysely) => page(kysely, scope, filter, null) })
      const after = await placeOf(db, scope)
      cases.push({ name: `${who}, page 100`, aim: AIM, read: (kysely) => page(kysely, scope, {}, after) })
    }
    await listRatios(db, print, {
      name: 'alarm list',
      byKey: (n) =>
        db
          .selectFrom('alarm')
          .selectAll()
          .where('id', '=', one[n % one.length]?.id ?? '')
          .executeTakeFirst(),
      cases,
    })
  } finally {
    await close()
    await server.stop()
  }
}
