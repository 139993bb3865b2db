import { isDeepStrictEqual } from 'node:util'
import { constantFrom, integer, nat, oneof, record, sample } from 'fast-check'
import { sql, type SqlBool } from 'kysely'
import { expect, it } from 'vitest'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { testDatabase } from '#tests/database.ts'
import { makeDevice, type MadeDevice } from '#tests/factories/devices.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { stationsIn } from '../stations/rows-store.ts'
import { keepFigures } from '../stations/keep-figures.ts'
import { figuresAt, type StationFigures } from '../stations/station-figures.ts'
import type { StationRow } from '../stations/station-store.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { createFleetTogether } from './fleet-together.ts'
import { STEPS_KEPT_MS } from './fleet-curve.ts'
import { type OfSome, togetherAnew } from './home-curve.ts'
import { homeFrame } from './home.ts'

const { db, pool, owner } = await testDatabase()
const MIN = 60_000
const SECOND = 1_000
/** Two hours before midnight in Shanghai. */
const START = Date.parse('2026-06-21T14:00:00Z')
let now = START
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => now })
const { clock } = context
const servers = [createFleetTogether(), createFleetTogether()]

const MADE = START - 48 * 60 * MIN
const sites = await Promise.all([1, 2, 3].map(() => makeSite(db, MADE, { inverters: 2 })))
// So many that figures are kept, and by two clocks when one of them moves.
await owner.query(
  `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, region,
     country, report_min, capacity, capacity_unit, capacity_w, created_at)
   SELECT gen_random_uuid(), 'MANY' || n, 'Many ' || n, s.company_id, s.type, s.time_zone, n % 60, true, 100 + n % 20, true,
          s.region, s.country, s.report_min, s.capacity, s.capacity_unit, s.capacity_w, s.created_at
     FROM station s, generate_series(1, 105) AS n WHERE s.id = $1`,
  [sites[0]?.stationId],
)
type Behind = MadeDevice & { kind: 'inverter' | 'meter' | 'battery'; at: number }
let devices: Behind[] = sites.flatMap(({ inverters }, at) =>
  inverters.map(({ id, no, sn }) => ({ id, no, sn, kind: 'inverter' as const, at })),
)
const add = async (at: number, kind: Behind['kind'], ratedW: number | null): Promise<void> => {
  const { stationId, gateway } = sites[at]!
  const made = await makeDevice(db, now, stationId, kind, { gatewayId: gateway.id })
  await owner.query('UPDATE device SET rated_w = $2 WHERE id = $1', [made.id, ratedW])
  devices.push({ ...made, kind, at })
}
await add(0, 'meter', null)
await add(0, 'battery', 4_000)

let seq = 0
const report = async (at: number, ts: number, p: number, hist = false, without = ''): Promise<void> => {
  const site = sites[at]
  const d = devices
    .filter((one) => one.at === at && one.kind !== without)
    .map(({ sn, kind }, n) => item(sn, ts, { p: p + n * 10, ...(kind === 'battery' ? { soc: 50 } : {}) }))
  const told = message((seq += 1), ts, d, { hist })
  await storeReadings(context, [{ gatewaySn: site?.gateway.sn ?? '', message: told }], Math.max(ts, now))
}
const stationIs = (at: number, set: string, values: unknown[]): Promise<unknown> =>
  owner.query(`UPDATE station SET ${set}, version = version + 1 WHERE id = $1`, [
    sites[at]?.stationId,
    ...values,
  ])
const deviceIs = (n: number, set: string, values: unknown[]): Promise<unknown> =>
  owner.query(`UPDATE device SET ${set} WHERE id = $1`, [devices[n % devices.length]?.id, ...values])

/** What is the same as before stays the same object, as it does in a server's mind. */
let before: { rows: StationRow[]; known: { row: StationRow; figures: StationFigures }[] } = {
  rows: [],
  known: [],
}
const same = <T>(old: T | undefined, fresh: T): T => (isDeepStrictEqual(old, fresh) ? (old as T) : fresh)

/** All stations with their figures, and the frame that home shows of them. */
const asked = async () => {
  const read = await stationsIn(db, sql<SqlBool>`station.deleted_at IS NULL`)
  const rowOf = new Map(before.rows.map((row) => [row.id, row]))
  const figuresOf = new Map(before.known.map(({ figures }) => [figures.stationId, figures]))
  const found = read
    .map((row) => same(rowOf.get(row.id), row))
    .toSorted((a, b) => a.code.localeCompare(b.code))
  const rows = same(before.rows, found)
  const figures = await figuresAt(db, rows, now)
  const known = rows.flatMap((row) => {
    const own = figures.get(row.id)
    return own === undefined ? [] : [{ row, figures: same(figuresOf.get(row.id), own) }]
  })
  before = { rows, known: same(before.known, known) }
  const { span, ...frame } = homeFrame(rows, now)
  return { of: { who: 'all', rows, frame: { ...frame, now } }, known: Promise.resolve(before.known), span }
}
const keepUp = async (): Promise<void> => {
  const { of, known } = await asked()
  await servers[0]?.keepUp(db, of, known)
}

const at = nat({ max: sites.length - 1 })
const n = nat({ max: 1_000 })
const p = integer({ min: -2_000, max: 9_000 })
type Act = { name: string; act: () => Promise<unknown> }
const named = (name: string, act: Act['act']): Act => ({ name, act })
const acts = oneof(
  {
    weight: 8,
    arbitrary: record({ at, p }).map((one) => named('readings', () => report(one.at, now, one.p))),
  },
  {
    weight: 4,
    arbitrary: record({ at, p }).map((one) =>
      named('readings without a meter', () => report(one.at, now, one.p, false, 'meter')),
    ),
  },
  {
    weight: 2,
    arbitrary: record({ at, p, ago: integer({ min: 1, max: 14 }) }).map((one) =>
      named('a reading of before', () => report(one.at, now - one.ago * MIN, one.p, true)),
    ),
  },
  {
    weight: 2,
    arbitrary: record({ at, p, ago: integer({ min: 40, max: 900 }) }).map((one) =>
      named('a late reading', async () => {
        await report(one.at, now - one.ago * MIN, one.p, true)
        now += STEPS_KEPT_MS
      }),
    ),
  },
  record({ at, kind: constantFrom('inverter', 'meter', 'battery'), ratedW: constantFrom(null, 5_000) }).map(
    (one) => named('a device comes', () => add(one.at, one.kind, one.ratedW)),
  ),
  n.map((one) =>
    named('a device goes', async () => {
      await deviceIs(one, 'removed_at = $2', [new Date(now - SECOND)])
      devices = devices.filter((_, index) => index !== one % devices.length)
    }),
  ),
  record({ n, at }).map((one) =>
    named('a device moves', async () => {
      await deviceIs(one.n, 'station_id = $2, gateway_id = $3', [
        sites[one.at]?.stationId,
        sites[one.at]?.gateway.id,
      ])
      const moved = devices[one.n % devices.length]
      if (moved !== undefined) moved.at = one.at
    }),
  ),
  record({ n, ratedW: constantFrom(null, 0, 3_000, 12_000) }).map((one) =>
    named('another power', () => deviceIs(one.n, 'rated_w = $2', [one.ratedW])),
  ),
  record({ at, minutes: constantFrom(5, 5, 15, 30) }).map((one) =>
    named('another time of reporting', () => stationIs(one.at, 'report_min = $2', [one.minutes])),
  ),
  record({ at, zone: constantFrom('Asia/Shanghai', 'Asia/Shanghai', 'Europe/Paris', 'Asia/Kathmandu') }).map(
    (one) => named('another zone', () => stationIs(one.at, 'time_zone = $2', [one.zone])),
  ),
  record({ at, capacityW: integer({ min: 1_000, max: 90_000 }) }).map((one) =>
    named('another capacity', () => stationIs(one.at, 'capacity_w = $2', [one.capacityW])),
  ),
  record({ at, isGone: constantFrom(true, false, false) }).map((one) =>
    named('a station goes or comes back', () =>
      stationIs(one.at, 'deleted_at = $2', [one.isGone ? new Date(now) : null]),
    ),
  ),
  { weight: 4, arbitrary: n.map(() => named('figures are kept', () => keepFigures({ db, clock }, now))) },
  { weight: 2, arbitrary: n.map(() => named('what a look needs is done before', keepUp)) },
  n.map(() =>
    named('nothing is kept any more, nor that something came before', async () => {
      await report(0, now, 4_321)
      await owner.query('WITH kept AS (DELETE FROM station_figures) DELETE FROM station_mark')
      // What was marked is marked again: readings come faster here than they do.
      context.intake.marks.forget()
    }),
  ),
)
const turns = record({
  acts,
  /** A request shares what was read within ten seconds. */
  later: oneof(
    { weight: 6, arbitrary: integer({ min: 11 * SECOND, max: 4 * MIN }) },
    integer({ min: 5 * MIN, max: 90 * MIN }),
  ),
  asks: constantFrom([0], [0], [1], [0, 1], []),
})

const close = (a: number | null | undefined, b: number | null): boolean =>
  typeof a === 'number' && b !== null ? Math.abs(a - b) < 0.15 : a === b

/** What is equal to the last digit. */
const whole = ({ curve: { ts }, expectedW, flows }: Pick<OfSome, 'curve' | 'expectedW' | 'flows'>) => ({
  ts,
  expectedW,
  flows,
})

it('sums that are gone on with are what is added up anew, whatever happened since the look before', async () => {
  const done: string[] = []
  let heard = 0
  const spans = new Set<string>()
  const reportsEach = (minutes: number) => ({
    acts: named('the slowest reports otherwise', () =>
      owner.query("UPDATE station SET report_min = $1, version = version + 1 WHERE code = 'MANY1'", [
        minutes,
      ]),
    ),
    later: MIN,
    asks: [0, 1],
  })
  const all = [...sample(turns, { seed: 20_261_128, numRuns: 220 }), reportsEach(30), reportsEach(5)]
  for (const [turn, { acts: one, later, asks }] of all.entries()) {
    await one.act()
    done.push(one.name)
    now += later
    if (asks.length === 0) continue
    const { of, known, span } = await asked()
    const exact = await togetherAnew(context, of, known)
    for (const server of asks) {
      const told = await servers[server]!.read(db, of, known)
      const since = `turn ${turn}, server ${server}: ${done.slice(-4).join(', ')}`
      expect({ since, ...whole(told) }).toEqual({ since, ...whole(exact) })
      const wrong = exact.curve.powerW.flatMap((powerW, step) =>
        close(told.curve.powerW[step], powerW) &&
        Math.abs((told.curve.coverage[step] ?? 2) - (exact.curve.coverage[step] ?? 0)) < 0.0011
          ? []
          : [[since, step, told.curve.powerW[step], powerW]],
      )
      expect(wrong).toEqual([])
    }
    spans.add(`${span} ${of.frame.stepMs / MIN}`)
    heard += exact.curve.powerW.filter((powerW) => powerW !== null).length
  }
  const seen = [...spans].flatMap((one) => one.split(' '))
  expect([...new Set(seen)].sort()).toEqual(['15', '30', 'day', 'last24h'])
  expect(now - START).toBeGreaterThan(24 * 60 * MIN)
  expect(heard).toBeGreaterThan(1_000)
})
