import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { trackerCells } from '#server/features/alarms/cost-store.ts'
import { readingsByDevice } from '#server/features/alarms/rules/said-store.ts'
import { hourRows } from '#server/features/alarms/rules/window-store.ts'
import { irradianceOf } from '#server/features/reports/find-work.ts'
import { applyRating } from '#server/features/telemetry/apply-rating.ts'
import { counterReadings, nextCounterReadings } from '#server/features/telemetry/counter-store.ts'
import { lastRanAt } from '#server/features/telemetry/find-ran.ts'
import { packDays, startOfPacking, unpackDays } from '#server/features/telemetry/pack-days.ts'
import { DAY_MS } from '#server/features/telemetry/partition-store.ts'
import { trackersOf } from '#server/features/telemetry/peer-store.ts'
import { flowByStep, powerByStep, readingsOf } from '#server/features/telemetry/reading-store.ts'
import { storeReadings } from '#server/features/telemetry/store-readings.ts'
import { lastHeard, readingsNear, stepsOf } from '#server/features/topology/heat-store.ts'
import { partsReadings } from '#server/features/topology/string-store.ts'
import { cellsOf } from '#server/features/work-orders/om-store.ts'
import { currentsOf, usualOf } from '#server/features/work-orders/repair-store.ts'
import { distributedTables } from '#server/platform/db/distributed.ts'
import { createLog } from '#server/platform/log.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { testDatabase } from './database.ts'
import { item, makeSite, message } from './factories/telemetry.ts'
import { namesReadings } from './names-readings.ts'
import { type Known, readTree, refusals, type Tree } from './query-tree.ts'

const root = join(import.meta.dirname, '..')
const { db, pool, owner } = await testDatabase()
const MIN = 60_000
const HOUR = 60 * MIN
/** The last light of a summer's day in Shanghai, so long ago that the database packs it. */
const SUNSET = Date.parse('2025-06-20T11:00:00Z')
const context = makeContext({
  db,
  pool,
  log: createLog('silent'),
  clock: () => SUNSET + 20 * DAY_MS,
  packAfterDays: 5,
})

/** Statements over readings, by the file that asks. */
const heard = new Map<string, Set<string>>()
/** Whose statement it is when it was handed on to whoever waits for it. */
let asking = ''
const speaks = /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/i
const names = /\b(?:FROM|JOIN|UPDATE|INTO)\s+"?reading(?:_packed|_unpacked|_rows)?"?\b/
const listen = (given: unknown): void => {
  const text = typeof given === 'string' ? given : (given as { text?: unknown } | null)?.text
  if (typeof text !== 'string' || !speaks.test(text) || !names.test(text)) return
  const file = /server\/features\/[\w/-]+\.ts/.exec(new Error().stack ?? '')?.[0] ?? asking
  heard.set(file, (heard.get(file) ?? new Set()).add(text))
}
// oxlint-disable-next-line typescript/unbound-method -- it is called with its client below.
const ask = Client.prototype.query as (this: Client, ...given: unknown[]) => unknown
vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
  listen(given[0])
  return ask.apply(this, given) as never
})
afterAll(() => vi.restoreAllMocks())

let seq = 0
/** What readers, the intake, packing and flagging ask, by their own functions. */
const askEverything = async (): Promise<void> => {
  Error.stackTraceLimit = 100
  const site = await makeSite(db, SUNSET, { inverters: 2 })
  const nos = site.inverters.map(({ no }) => no)
  const no = nos[0] ?? 0
  await owner.query(
    `INSERT INTO device (id, station_id, kind, sn, sn_key, gateway_id, reported_by_gateway, created_at)
     VALUES (gen_random_uuid(), $1, 'weather', 'SUN1', 'SUN1', $2, true, now())`,
    [site.stationId, site.gateway.id],
  )
  /** Reports of five minutes from half an hour before sunset on, of a device that hangs, in this order. */
  const send = async (order: readonly number[], together = false): Promise<void> => {
    const said = order.map((at) =>
      site.inverters.map(({ sn }) =>
        item(sn, SUNSET + (at - 6) * 5 * MIN, { p: 2_700, e_tot: 501, e_in: 7 }),
      ),
    )
    for (const items of together ? [said.flat()] : said)
      await storeReadings(
        context,
        [
          {
            gatewaySn: site.gateway.sn,
            message: message((seq += 1), SUNSET + DAY_MS, items, { hist: true }),
          },
        ],
        SUNSET + DAY_MS,
      )
  }
  await send([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14])
  await send([10, 11, 10, 13])
  await send([15, 16, 20, 13], true)
  const [from, to] = [SUNSET - DAY_MS, SUNSET + DAY_MS]
  const windows = [{ deviceNo: no, since: null, until: null }]
  const parts = new Set(['p', 'mppt'] as const)
  for (const book of ['made', 'e_in'] as const) {
    const own = nos.map((deviceNo) => ({ deviceNo, book, fromTs: from, toTs: to }))
    await counterReadings(db, own)
    for (const side of ['before', 'after'] as const) await nextCounterReadings(db, side, own)
  }
  await readingsNear(db, windows, { at: SUNSET, toleranceMs: HOUR, metric: 'power' })
  await lastHeard(db, windows, { from, before: to })
  await stepsOf(db, nos, { from, to, stepMs: HOUR, metric: 'power' })
  for (const thick of [false, true])
    await readingsByDevice(db, { nos, from, to, filledIn: true, parts, thick })
  await hourRows(db, { nos, from, to })
  await powerByStep(db, nos, from, to, HOUR)
  await flowByStep(db, nos, from, to, HOUR)
  await readingsOf(db, no, from, to, 10)
  await trackersOf(db, no, from, to)
  asking = 'server/features/alarms/cost-store.ts'
  await trackerCells(db, { before: from, firstAt: from, from, to, stepMs: HOUR, deviceNo: no })
  await partsReadings(db, no, { from, to }, null)
  asking = 'server/features/reports/find-work.ts'
  await irradianceOf(db, site.stationId, from, to)
  asking = ''
  await currentsOf(db, no, { from, to, stepMs: HOUR })
  await usualOf(db, no, { from, to, stepMs: HOUR }, to)
  await cellsOf(db, nos, from, to)
  await lastRanAt(db, no, to)
  for (let turn = 0; turn < 3; turn += 1)
    await packDays(context, SUNSET + 20 * DAY_MS, [0, 1, 2, 3], startOfPacking())
  await applyRating(db, nos, SUNSET)
  await storeReadings(
    context,
    [
      {
        gatewaySn: site.gateway.sn,
        message: message((seq += 1), SUNSET, [item(site.inverters[0]?.sn ?? '', SUNSET + HOUR, { p: 1 })], {
          hist: true,
        }),
      },
    ],
    SUNSET + 20 * DAY_MS,
  )
  await unpackDays(context, [0, 1, 2, 3])
}

const numbers = async (text: string, values: unknown[] = []): Promise<number[]> =>
  (await owner.query<{ oid: number }>(text, values)).rows.map(({ oid }) => oid)
const known = async (): Promise<Known> => ({
  spread: new Set(
    await numbers(`SELECT one::regclass::oid AS oid FROM unnest($1::text[]) AS one`, [
      [...distributedTables, 'reading_rows', 'reading_unpacked'],
    ]),
  ),
  mutable: new Set(await numbers(`SELECT oid FROM pg_proc WHERE provolatile <> 'i'`)),
})

/** As PostgreSQL understands it: the body of a function, which takes what the statement is given. */
const treeOf = async (text: string): Promise<Tree> => {
  const client = await owner.connect()
  try {
    await client.query('BEGIN')
    await client.query('CREATE TEMPORARY TABLE reading_stage (LIKE reading INCLUDING DEFAULTS)')
    await client.query(`PREPARE it AS ${text}`)
    const { rows: prepared } = await client.query<{ types: string }>(
      `SELECT array_to_string(parameter_types, ', ') AS types FROM pg_prepared_statements WHERE name = 'it'`,
    )
    await client.query('DEALLOCATE it')
    await client.query(
      `CREATE FUNCTION pg_temp.it(${prepared[0]?.types ?? ''}) RETURNS void LANGUAGE sql BEGIN ATOMIC ${text}; END`,
    )
    const { rows } = await client.query<{ body: string }>(
      `SELECT prosqlbody::text AS body FROM pg_proc WHERE proname = 'it' AND pronamespace = pg_my_temp_schema()`,
    )
    return readTree(rows[0]?.body ?? '')
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}
const refused = async (text: string): Promise<string[]> => refusals(await treeOf(text), await known())

/** Only put statements together that are asked elsewhere. */
const silent = ['server/features/telemetry/readings-sql.ts']
const speaking = globSync('server/features/**/*.ts', { cwd: root }).filter((file) => {
  if (/\.test\.ts$|\.fixture\.ts$/.test(file) || silent.includes(file)) return false
  const text = readFileSync(join(root, file), 'utf8')
  return /readings-sql\.ts/.test(text) || namesReadings.test(text)
})

describe('statements over readings that may lie on several machines', () => {
  it('are none that Citus refuses, whichever file asks', async () => {
    await askEverything()
    expect([...heard.keys()].toSorted()).toEqual(speaking.toSorted())
    const found: Record<string, string[]> = {}
    for (const [file, texts] of heard)
      for (const text of texts) {
        const why = await refused(text)
        if (why.length > 0) found[`${file}: ${text}`] = why
      }
    expect(found).toEqual({})
  })

  const list = 'FROM unnest($1::int[], $2::timestamptz[]) AS w(no, at)'
  const last =
    'SELECT o.ts FROM reading o WHERE o.device_no = w.no AND o.ts < w.at ORDER BY o.ts DESC LIMIT 1'
  it.each([
    ['a limit for each row of a list', `SELECT w.no, r.ts ${list} CROSS JOIN LATERAL (${last}) AS r`],
    [
      'one that hides in another',
      `SELECT w.no, r.ts ${list} CROSS JOIN LATERAL (SELECT * FROM (${last}) AS x) AS r`,
    ],
    [
      'a sum for each row',
      `SELECT w.no, r.n ${list} CROSS JOIN LATERAL (SELECT count(*) AS n FROM reading_rows o WHERE o.device_no = w.no) AS r`,
    ],
    [
      'one for each row of a table that is not spread',
      `SELECT d.no, r.ts FROM device d CROSS JOIN LATERAL (SELECT max(o.ts) AS ts FROM reading o WHERE o.device_no = d.no) AS r`,
    ],
    [
      'rows that stay without readings',
      `SELECT w.no, r.ts ${list} LEFT JOIN reading r ON r.device_no = w.no`,
    ],
    ['a subquery in what is selected', `SELECT w.no, (${last}) ${list}`],
    [
      'a list that depends on the zone',
      `SELECT count(*) FROM reading r, generate_series($1::timestamptz, $2, interval '1 day') AS d WHERE r.ts > d AND r.device_no = 1`,
    ],
    ['locked rows', 'SELECT 1 FROM reading WHERE device_no = ANY($1::int[]) FOR UPDATE'],
    ['a sample', 'SELECT 1 FROM reading TABLESAMPLE system (1)'],
    ['sums in sets', 'SELECT device_no, count(*) FROM reading GROUP BY GROUPING SETS ((device_no), ())'],
  ])('%s is found', async (_, text) => expect(await refused(text)).toHaveLength(1))

  it.each([
    ['a join', `SELECT w.no, r.ts ${list} JOIN reading r ON r.device_no = w.no AND r.ts = w.at`],
    [
      'a subquery by itself',
      `SELECT w.no, r.ts ${list} CROSS JOIN LATERAL (SELECT * FROM (${last}) AS x ORDER BY x.ts) AS r`,
    ],
    [
      'a limit for each row of readings',
      `SELECT s.device_no, (SELECT max(o.ts) FROM reading o WHERE o.device_no = s.device_no AND o.ts < s.ts) FROM reading s`,
    ],
  ])('%s is none', async (_, text) => expect(await refused(text)).toEqual([]))
})
