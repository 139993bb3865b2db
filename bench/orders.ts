import type { Pool } from 'pg'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/db/handle.ts'
import { createLog } from '#server/platform/log.ts'
import { countMine, countOrders } from '#server/features/work-orders/find-order-counts.ts'
import { findOrders, type OrderFilter, type OrderPlace } from '#server/features/work-orders/find-orders.ts'
import { presentOrders } from '#server/features/work-orders/present-order.ts'
import { makeAccount, makeCompany } from '../tests/factories/accounts.ts'
import { type Benchmark, figure } from './figure.ts'
import { startInstallation } from './installation.ts'
import { listRatios, type ListCase } from './list-ratio.ts'
import { seedFleet } from './seed.ts'

const STATIONS = 400
const OPTIMIZERS = 17
const ORDERS = 100_000
const PAGE = 30
/** A list that takes longer than this many reads by primary key is no longer instant. */
const AIM = 60

/** One in fifty is open. */
const seedOrders = async (pool: Pool, people: readonly string[]): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query(
      `INSERT INTO work_order (id, no, station_id, device_id, type, status, priority, name, description, initiator_id,
         handler_id, needs_review, initiated_at, planned_minutes, closed_at, due_at, place)
       SELECT gen_random_uuid(), 'WO2026' || lpad(n::text, 8, '0'), d.station_id, d.id, w.type, w.status, 1 + n % 4,
              w.type || ' ' || n, '', w.people[1 + n % 4], CASE w.status WHEN 'dispatching' THEN NULL ELSE w.people[1 + (n / 7) % 4] END,
              true, w.at, 120, CASE WHEN w.status IN ('completed', 'invalid') THEN w.at + interval '1 day' END, w.due,
              CASE WHEN w.status IN ('completed', 'invalid') THEN -(extract(epoch FROM w.at) * 1000)::bigint
                   ELSE coalesce((extract(epoch FROM w.due) * 1000)::bigint, 8640000000000000) END
         FROM generate_series(0, $1::int - 1) AS n
         CROSS JOIN LATERAL (SELECT $2::uuid[] AS people, now() - n * interval '5 min' AS at,
           (ARRAY['alarm', 'repair', 'installation', 'inspection'])[1 + n % 4] AS type,
           CASE WHEN n % 50 = 0 THEN (ARRAY['dispatching', 'receiving', 'pending', 'in_progress', 'audit'])[1 + (n / 50) % 5]
                WHEN n % 9 = 0 THEN 'invalid' ELSE 'completed' END AS status) AS s
         CROSS JOIN LATERAL (SELECT s.*, CASE WHEN n % 50 = 0 AND n % 150 = 0 AND s.status <> 'audit'
           THEN s.at + interval '3 days' END AS due) AS w
         JOIN (SELECT *, row_number() OVER (ORDER BY no) - 1 AS place FROM device WHERE kind = 'optimizer') AS d
           ON d.place = (n * 7) % $3::int`,
      [ORDERS, people, STATIONS * OPTIMIZERS],
    )
    await client.query('ANALYZE work_order, order_tally')
  } finally {
    client.release()
  }
}

/** A page as the route gives it: found, counted, with the names beside it and the badges. */
const page = async (
  db: Db,
  me: string,
  stations: readonly string[] | null,
  filter: OrderFilter,
  after: OrderPlace | null,
): Promise<void> => {
  const now = Date.now()
  const [found] = await Promise.all([
    findOrders(db, stations, filter, { after, limit: PAGE + 1, now }),
    countOrders(db, stations, now),
    countMine(db, me, stations, stations),
  ])
  await presentOrders(
    db,
    found.slice(0, PAGE).map(({ id }) => id),
    now,
  )
}

/** Where page 100 begins. */
const placeOf = async (db: Db, stations: readonly string[] | null): Promise<OrderPlace | null> => {
  let after: OrderPlace | null = null
  for (let at = 1; at < 100; at += 1) {
    const found: OrderPlace[] = await findOrders(
      db,
      stations,
      {},
      { after, limit: PAGE + 1, now: Date.now() },
    )
    const last = found[PAGE - 1]
    if (last === undefined) return after
    after = last
  }
  return after
}

/** The list of orders behind which a hundred thousand lie. */
export const benchOrders: Benchmark = async (print) => {
  const server = await startInstallation()
  const { db, pool, close } = await openDatabase({ url: server.databaseUrl }, createLog('fatal'))
  try {
    const companyId = await makeCompany(db, Date.now(), 'Bench')
    const fleet = {
      name: 'BO',
      companyId,
      stations: STATIONS,
      gateways: 1,
      inverters: 2,
      optimizers: OPTIMIZERS,
    }
    await seedFleet(pool, fleet)
    const people: string[] = []
    for (let no = 0; no < 4; no += 1)
      people.push(
        (await makeAccount(db, Date.now(), { role: 'maintainer', companyId, passwordHash: '-' })).id,
      )
    await seedOrders(pool, people)
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM work_order')
    print(figure('work orders behind the list', rows[0]?.n ?? 0, 'rows', 'seeded'))
    const ids = (await db.selectFrom('station').select('id').orderBy('code').execute()).map(({ id }) => id)
    const some = await db.selectFrom('work_order').select(['id', 'device_id', 'no']).limit(50).execute()
    const [me = ''] = people
    const filters: [string, OrderFilter][] = [
      ['first page', {}],
      ['open', { statuses: ['dispatching', 'receiving', 'pending', 'in_progress', 'audit'] }],
      ['in audit', { statuses: ['audit'] }],
      ['completed', { statuses: ['completed'] }],
      ['discarded', { statuses: ['invalid'] }],
      ['installation', { type: 'installation' }],
      ['priority low', { priority: 4 }],
      ['overdue', { dueBefore: Date.now() }],
      ['mine to do', { handlerId: me, statuses: ['pending', 'in_progress'] }],
      ['done by me', { handlerId: me, statuses: ['audit', 'completed'] }],
      ['made by me', { initiatorId: me }],
      ['one device', { deviceId: some[0]?.device_id ?? '' }],
      ['last 7 days', { from: Date.now() - 7 * 86_400_000 }],
      ['up to half a year ago', { to: Date.now() - 180 * 86_400_000 }],
      ['search for a number', { search: some[9]?.no ?? '' }],
      ['search for a station', { search: 'BO-17' }],
      ['search for nothing there', { search: 'zzzz' }],
    ]
    const cases: ListCase[] = []
    for (const [who, scope] of [
      ['administrator', null],
      ['40 stations', ids.slice(0, 40)],
      ['400 stations', ids],
    ] as const) {
      for (const [name, filter] of filters) {
        const read = (given: Db): Promise<void> => page(given, me, scope, filter, null)
        // A name is looked for in every order: there the aim is another.
        cases.push({ name: `${who}, ${name}`, aim: filter.search === undefined ? AIM : 400, read })
      }
      const after = await placeOf(db, scope)
      cases.push({ name: `${who}, page 100`, aim: AIM, read: (given) => page(given, me, scope, {}, after) })
    }
    await listRatios(db, print, {
      name: 'work order list',
      byKey: (n) =>
        db
          .selectFrom('work_order')
          .selectAll()
          .where('id', '=', some[n % some.length]?.id ?? '')
          .executeTakeFirst(),
      cases,
    })
  } finally {
    await close()
    await server.stop()
  }
}
