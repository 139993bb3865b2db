import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import { transact } from '#server/platform/db/open.ts'
import { testDatabase } from '#tests/database.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeString } from '#tests/factories/arrays.ts'
import { makeDevice, setEnergy, setLatest, setLink } from '#tests/factories/devices.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { drain } from '../telemetry/roll-up.ts'
import { storeReadings } from '../telemetry/store-readings.ts'
import { placesToWeigh } from './find-stations.ts'
import { keepFigures } from './keep-figures.ts'
import { createFiguresMind } from './kept-mind.ts'
import { overReplica } from '../../platform/db/lagging.ts'
import { beginLine, continueLine } from '../../platform/kept/lists.ts'
import { seenIn } from '../../platform/db/behind.ts'
import { COMPUTED, heardSince, keptSince, mayHearUnmarked } from './kept-store.ts'
import { figureRows, type Place } from './find-figures.ts'
import { figuresOf } from './figures-of.ts'
import { figuresAt } from './station-figures.ts'

const { db, pool, owner } = await testDatabase()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Ten in the morning in Shanghai. */
const NOW = Date.parse('2026-06-21T02:00:00Z')
let now = NOW
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => now })
const { clock } = context

const site = await makeSite(db, NOW - 30 * 24 * HOUR, { inverters: 2, optimizers: 3 })
const other = await makeSite(db, NOW - 30 * 24 * HOUR, { inverters: 1 })
const [inverter, second] = site.inverters
if (inverter === undefined || second === undefined) throw new Error('no inverters')
await owner.query(
  `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, region,
     country, report_min, capacity, capacity_unit, capacity_w, created_at)
   SELECT gen_random_uuid(), 'MANY' || n, 'Many ' || n, s.company_id, s.type,
          (ARRAY['Asia/Shanghai', 'Europe/Paris', 'America/Lima', 'Pacific/Apia'])[1 + n % 4], n % 60, n % 2 = 0, n, n % 3 = 0,
          s.region, s.country, s.report_min, s.capacity, s.capacity_unit, s.capacity_w, s.created_at
     FROM station s, generate_series(1, 105) AS n WHERE s.id = $1`,
  [site.stationId],
)

let seq = 0
const report = async (p: number, given: { st?: 'grid' | 'shutdown'; hist?: boolean } = {}): Promise<void> => {
  const devices = [...site.inverters, ...site.optimizers]
  const d = devices.map(({ sn, kind }) => ({
    ...item(
      sn,
      now,
      kind === 'inverter' ? { p, e_tot: 1_000_000 + Math.round((now - NOW) / 1000) } : { p: 100 },
    ),
    st: given.st ?? null,
  }))
  await storeReadings(context, [{ gatewaySn: site.gateway.sn, message: message((seq += 1), now, d) }], now)
}
const run = () => keepFigures({ db, clock }, now)

/** Takes readings as a server of the version before does. */
const reportUnmarked = async (p: number): Promise<void> => {
  await run()
  await report(p)
  await owner.query('DELETE FROM station_mark')
}
const migrated = (ago: string) =>
  owner.query(
    "UPDATE migration SET applied_at = now() - $1::interval WHERE name = '0263_kept_stations.sql'",
    [ago],
  )
const made = (ago: string) =>
  owner.query('UPDATE migration SET applied_at = now() - $1::interval WHERE name < $2', [ago, '0263'])

let listed: readonly Place[] = []
/** As a server has them in mind: the same list while nothing in it is another, and else one that follows it. */
const places = async () => {
  const read = (await placesToWeigh(db, { ids: allIds })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const known = new Map(listed.map((one) => [one.id, one]))
  const list = read.map((one) =>
    isDeepStrictEqual(known.get(one.id), one) ? (known.get(one.id) ?? one) : one,
  )
  const changed = [...list.keys()].filter((at) => list[at] !== listed[at])
  if (list.length !== listed.length) beginLine(list)
  else if (changed.length === 0) return listed
  else continueLine(list, listed, changed)
  listed = list
  return list
}
const { rows: stationRows } = await owner.query<{ id: string }>('SELECT id FROM station')
const allIds = stationRows.map(({ id }) => id)

/** Rows of devices' newest readings, energy, links and places that `work` reads. */
const deviceRowsOf = (work: (trx: typeof db) => Promise<unknown>): Promise<number> =>
  transact(db, async (trx) => {
    const read = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS n FROM pg_stat_xact_user_tables
         WHERE relname IN ('latest', 'energy_day', 'gateway_link', 'array_area', 'place')`.execute(trx)
      return rows[0]?.n ?? 0
    }
    const before = await read()
    await work(trx)
    return (await read()) - before
  })

/** What is answered to who sees all, and the same station by station: never from anything that is kept. */
const both = async (at: number) => {
  const answered = await figuresAt(db, await places(), at, context.figures)
  const checked = await placesToWeigh(db, { ids: [site.stationId, other.stationId, ...allIds.slice(0, 9)] })
  const computed = await figuresAt(db, checked, at)
  return { answered: new Map(checked.map(({ id }) => [id, answered.get(id)])), computed }
}
/** A row that is written behind a server's back shows what is read, and what is not. */
const setPower = (p: number, id: string | undefined): string =>
  `UPDATE station_figures SET figures = jsonb_set(figures::jsonb, '{9}', '${p}')::json WHERE station_id = '${id}'`
const AHEAD = [0, 4, 15, 61, 1441]
/** Minutes ahead at which the two differ. */
const wrong = async (): Promise<number[]> => {
  const found: number[] = []
  for (const ahead of AHEAD) {
    const { answered, computed } = await both(now + ahead * MINUTE)
    if (!isDeepStrictEqual(answered, computed)) found.push(ahead)
  }
  return found
}

const area = randomUUID()
const string = await makeString(db, NOW, site.stationId, inverter.id)
const changes: [what: string, change: () => Promise<unknown>][] = [
  ['readings come', () => report(4_000)],
  ['their energy is added up', () => drain(context, now)],
  ['a device stops', () => report(0, { st: 'shutdown' })],
  ['and runs again', () => report(3_000, { st: 'grid' })],
  ['an alarm comes', () => makeAlarm(db, now, site.stationId, { deviceId: inverter.id })],
  [
    'it is closed',
    () =>
      db
        .updateTable('alarm')
        .set({ status: 'closed', close_type: 'automatic_cleaning', closed_at: new Date(now) })
        .where('device_id', '=', inverter.id)
        .execute(),
  ],
  [
    'a device is added',
    () => makeDevice(db, now, site.stationId, 'optimizer', { gatewayId: site.gateway.id }),
  ],
  [
    'one is removed',
    () =>
      db
        .updateTable('device')
        .set({ removed_at: new Date(now) })
        .where('id', '=', second.id)
        .execute(),
  ],
  [
    'one gets another rating',
    () => db.updateTable('device').set({ rated_w: 8_000 }).where('id', '=', inverter.id).execute(),
  ],
  [
    'one moves',
    () =>
      db
        .updateTable('device')
        .set({ station_id: other.stationId, gateway_id: other.gateway.id })
        .where('id', '=', site.optimizers[0]?.id ?? '')
        .execute(),
  ],
  ['the gateway has no link', () => setLink(db, site.gateway.id, { connected: true, birthAt: now })],
  [
    'its link is made',
    () =>
      db
        .insertInto('gateway_link')
        .values({
          device_id: site.gateway.id,
          secret_hash: null,
          boot: 'b',
          conn: 1,
          csq: null,
          queue: null,
          clock_offset_ms: null,
          inventory_rev: null,
          report_s: null,
        })
        .execute(),
  ],
  ['it is born', () => setLink(db, site.gateway.id, { connected: true, birthAt: now + 1 })],
  ['it dies', () => setLink(db, site.gateway.id, { connected: false, birthAt: now, goneAt: now + 2 })],
  [
    'the energy of a day before changes',
    () => setEnergy(db, inverter.no, { '2026-06-20': 12_345 }, now - 20 * HOUR),
  ],
  ['energy is taken away', () => db.deleteFrom('energy_day').where('device_no', '=', inverter.no).execute()],
  [
    'the station reports at another pace',
    () => db.updateTable('station').set({ report_min: 15 }).where('id', '=', site.stationId).execute(),
  ],
  [
    'it lies elsewhere',
    () =>
      db
        .updateTable('station')
        .set({ time_zone: 'America/Lima', latitude: 12, north: false, longitude: 77, east: false })
        .where('id', '=', site.stationId)
        .execute(),
  ],
  ['readings come there', () => report(2_000)],
  [
    'a roof area is drawn',
    () =>
      owner.query(
        `INSERT INTO array_area (id, station_id, row_count, col_count, azimuth_deg, created_at)
     VALUES ($1, $2, 1, 9, 90, $3)`,
        [area, site.stationId, new Date(now)],
      ),
  ],
  [
    'modules hang in it',
    () =>
      owner.query(
        `INSERT INTO place (id, station_id, kind, area_id, row_no, col_no, string_id, created_at)
     SELECT gen_random_uuid(), $2, 'optimizer', $1, 1, n, $4, $3 FROM generate_series(1, 3) AS n`,
        [area, site.stationId, new Date(now), string],
      ),
  ],
  [
    'their string has a capacity',
    () => db.updateTable('string').set({ capacity_w: 1_200 }).where('id', '=', string).execute(),
  ],
  [
    'one has another module',
    () => owner.query('UPDATE place SET module_w = 500 WHERE area_id = $1 AND col_no = 1', [area]),
  ],
  [
    'one is taken away',
    () =>
      owner.query('UPDATE place SET removed_at = $2 WHERE area_id = $1 AND col_no = 2', [
        area,
        new Date(now),
      ]),
  ],
  [
    'the area is turned',
    () => db.updateTable('array_area').set({ azimuth_deg: 270 }).where('id', '=', area).execute(),
  ],
  [
    'the station is turned to the same',
    () => db.updateTable('station').set({ azimuth_deg: 270 }).where('id', '=', site.stationId).execute(),
  ],
  [
    'and back',
    () => db.updateTable('station').set({ azimuth_deg: null }).where('id', '=', site.stationId).execute(),
  ],
  [
    'the area is taken off the plan',
    () =>
      db
        .updateTable('array_area')
        .set({ removed_at: new Date(now) })
        .where('id', '=', area)
        .execute(),
  ],
  [
    'a station is deleted',
    () =>
      db
        .updateTable('station')
        .set({ deleted_at: new Date(now) })
        .where('id', '=', other.stationId)
        .execute(),
  ],
  [
    'it is there again',
    () => db.updateTable('station').set({ deleted_at: null }).where('id', '=', other.stationId).execute(),
  ],
]

const mark = (no: number | null = null) =>
  no === null
    ? owner.query('INSERT INTO station_mark (station_id) VALUES ($1)', [site.stationId])
    : owner.query('INSERT INTO station_mark (no, station_id) OVERRIDING SYSTEM VALUE VALUES ($1, $2)', [
        no,
        site.stationId,
      ])
const setNewest = (p: number) =>
  setLatest(db, inverter.no, { ts: now, receivedAt: now, state: 'grid_connected', p })
const powerOf = (found: ReadonlyMap<string, { powerW: number | null }>) => found.get(site.stationId)?.powerW

describe('figures that are kept', () => {
  it('are those that are computed, then and as time goes by, after every kind of change, before and after they are computed anew', async () => {
    await report(5_000)
    await run()
    const found = [{ what: 'at first', marked: await wrong(), again: await wrong(), kept: [] as number[] }]
    for (const [what, change] of changes) {
      now += MINUTE
      await change()
      const marked = await wrong()
      // What the looks before have computed is told again.
      const again = await wrong()
      await run()
      found.push({ what, marked, again, kept: await wrong() })
    }
    expect(found).toEqual(found.map(({ what }) => ({ what, marked: [], again: [], kept: [] })))
  })

  describe('beside a server of the version before, which marks nothing by its intake', () => {
    it('are found by the next turns, each of which walks a part of all', async () => {
      await made('30 days')
      await migrated('1 hour')
      now += MINUTE
      await reportUnmarked(1_234)
      expect(await wrong()).not.toEqual([])
      await run()
      expect(await wrong()).toEqual([])
      const walked: string[] = []
      const turns: (string | null)[] = []
      for (let after: string | null = null; turns.length === 0 || after !== null;) {
        const { ids, last }: Awaited<ReturnType<typeof heardSince>> = await heardSince(db, after, 40)
        walked.push(...ids)
        turns.push(last)
        after = last
      }
      // 107 stations, of which nothing is new but for what came within the last seconds.
      expect(turns).toHaveLength(3)
      expect(walked).toEqual([site.stationId])
      now += MINUTE
      await owner.query('UPDATE station_figures SET at = $1', [new Date(now)])
      expect((await heardSince(db, null, 1_000)).ids).toEqual([])
    })

    it('are not looked for a day later, nor in a database that has never had another', async () => {
      for (const [since, first] of [
        ['25 hours', '30 days'],
        ['1 hour', '1 hour'],
      ] as const) {
        await made(first)
        await migrated(since)
        expect(await mayHearUnmarked(db)).toBe(false)
      }
      await made('30 days')
      await migrated('1 hour')
      expect(await mayHearUnmarked(db)).toBe(true)
      await migrated('25 hours')
    })
  })

  it('cost who sees all a row a station: no device, no reading, no roof and no day of energy is read', async () => {
    now += MINUTE
    await report(5_000)
    await drain(context, now)
    const all = await places()
    await run()
    await owner.query('DELETE FROM station_mark')
    const kept = await deviceRowsOf((trx) => figuresAt(trx, all, now, context.figures))
    expect(kept).toBe(0)
    await owner.query('INSERT INTO station_mark (station_id) VALUES ($1)', [site.stationId])
    const one = await deviceRowsOf((trx) => figuresAt(trx, all, now, context.figures))
    expect(one).toBeGreaterThan(0)
    await owner.query('DELETE FROM station_figures')
    expect(await deviceRowsOf((trx) => figuresAt(trx, all, now, context.figures))).toBeGreaterThan(one)
  })

  it('are read once: of each look only what was written since, whichever server wrote it and however late', async () => {
    await owner.query('INSERT INTO station_mark (station_id) SELECT id FROM station')
    await run()
    const mind = createFiguresMind()
    const all = await places()
    const [one, two] = allIds.filter((id) => id !== site.stationId && id !== other.stationId)
    const powers = async () => {
      const found = await figuresAt(db, all, now, mind)
      return [one, two].map((id) => found.get(id ?? '')?.powerW)
    }
    expect(await powers()).toEqual([null, null])
    const late = await pool.connect()
    try {
      await late.query('BEGIN')
      await late.query(setPower(11, one))
      await owner.query(setPower(22, two))
      expect(await powers()).toEqual([null, 22])
      // While a transaction goes on for long, what was written beside it is not read at each look.
      const { behind } = await keptSince(db, null)
      const since = async () => (await keptSince(db, seenIn(behind))).rows.map(({ id }) => id)
      expect(await since()).toEqual([])
      await late.query('COMMIT')
      expect(await since()).toEqual([one])
    } finally {
      await late.query('ROLLBACK')
      late.release()
    }
    expect(await powers()).toEqual([11, 22])
    // Rows that are taken out are not remembered.
    await owner.query('DELETE FROM station_figures WHERE station_id = $1', [two])
    expect(await powers()).toEqual([11, null])
    await owner.query('INSERT INTO station_mark (station_id) SELECT id FROM station')
    await run()
  })

  describe('of a station that is marked', () => {
    it('are computed by a look once, until another mark comes, a row takes the place of marks or their time is over', async () => {
      await run()
      const mind = createFiguresMind()
      const look = async (at = now): Promise<[rows: boolean, powerW: number | null | undefined]> => {
        let power: number | null | undefined
        const rows = await deviceRowsOf(async (trx) => {
          power = powerOf(await figuresAt(trx, await places(), at, mind))
        })
        return [rows > 0, power]
      }
      now += 1_000
      await setNewest(1_111)
      await mark()
      expect((await look())[0]).toBe(true)
      const [first] = [await look()]
      expect(first?.[0]).toBe(false)
      // Whoever writes marks in the same commit: so this is not seen before the mark is.
      await setNewest(2_222)
      expect(await look()).toEqual(first)
      await mark()
      const second = await look()
      expect([second[0], second[1] !== first?.[1]]).toEqual([true, true])
      expect(await look()).toEqual([false, second[1]])
      // All of its devices have fallen silent meanwhile; and back again, as looks pass each other.
      const later = await look(now + 2 * HOUR)
      expect([later[0], later[1] !== second[1]]).toEqual([true, true])
      expect(await look(now + 2 * HOUR)).toEqual([false, later[1]])
      expect(await look()).toEqual([true, second[1]])
      await setNewest(3_333)
      await mark()
      await run()
      const kept = await look()
      expect([kept[0], kept[1] !== second[1]]).toEqual([false, true])
    })

    it('are not told again where they were computed before a row took the place of marks, whatever marks come then', async () => {
      await run()
      const mind = createFiguresMind()
      const all = await places()
      const at = all.findIndex(({ id }) => id === site.stationId)
      const place = all[at] as Place
      await mark(-7)
      const look = await mind.figures(db, all, now)
      expect(look.found[at]).toBeUndefined()
      const [row] = await figureRows(db, [place], now, [], [])
      if (row === undefined) throw new Error('no row')
      await run()
      expect((await mind.figures(db, all, now)).found[at]).toBeDefined()
      now += 1_000
      await setNewest(4_444)
      await mark(-7)
      look.computed(place, row, figuresOf(row, 0))
      expect((await mind.figures(db, all, now)).found[at]).toBeUndefined()
      await run()
    })

    it('are not told again where a replica computed them that had not come as far as the marks', async () => {
      await run()
      const mind = createFiguresMind(db)
      const all = await places()
      await figuresAt(db, all, now, mind)
      now += 1_000
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (behind) => {
          await sql`SELECT FROM latest LIMIT 1`.execute(behind)
          await setNewest(5_555)
          await mark()
          const told = powerOf(await figuresAt(overReplica(behind), all, now, mind))
          expect(told).not.toBe(powerOf(await figuresAt(db, all, now)))
        })
      expect(powerOf(await figuresAt(db, all, now, mind))).toBe(powerOf(await figuresAt(db, all, now)))
      await run()
    })

    it('are computed at each look while a mark is held that stands in for others, or something stands still', async () => {
      await run()
      const mind = createFiguresMind()
      const look = async () => deviceRowsOf(async (trx) => figuresAt(trx, await places(), now, mind))
      await look()
      await owner.query(
        "INSERT INTO station_mark (station_id, held_until) VALUES ($1, now() + interval '1 minute')",
        [site.stationId],
      )
      const held = [await look(), await look()]
      await owner.query('DELETE FROM station_mark')
      now += 1_000
      await report(0, { st: 'shutdown' })
      const still = [await look(), await look()]
      expect([...held, ...still].map((rows) => rows > 0)).toEqual([true, true, true, true])
      now += 1_000
      await report(3_000, { st: 'grid' })
      await run()
    })
  })

  it('are computed anew only where something changed or time ran out', async () => {
    await run()
    const atOf = async () =>
      new Map(
        (
          await owner.query<{ id: string; at: number }>('SELECT station_id AS id, at FROM station_figures')
        ).rows.map(({ id, at }) => [id, at]),
      )
    const before = await atOf()
    now += 1_000
    await setLatest(db, inverter.no, { ts: now, state: 'grid_connected', p: 1 })
    await owner.query('INSERT INTO station_mark (station_id) VALUES ($1)', [site.stationId])
    await run()
    const after = await atOf()
    expect(after.size).toBe(before.size)
    const moved = [...after].filter(([id, at]) => before.get(id) !== at).map(([id]) => id)
    expect(moved).toEqual([site.stationId])
    expect((await owner.query('SELECT FROM station_mark')).rowCount).toBe(0)
  })

  it('a mark that comes while figures are computed is left for the next turn', async () => {
    const held = await pool.connect()
    try {
      await held.query('BEGIN')
      await held.query('INSERT INTO station_mark (station_id) VALUES ($1)', [site.stationId])
      await run()
      await held.query('COMMIT')
    } finally {
      held.release()
    }
    const { rows } = await owner.query<{ station_id: string }>('SELECT station_id FROM station_mark')
    expect(rows).toEqual([{ station_id: site.stationId }])
    await run()
    expect((await owner.query('SELECT FROM station_mark')).rowCount).toBe(0)
  })

  it('of a station that is heard without a pause are left alone while its mark is held, and a look computes them', async () => {
    await run()
    const { marks } = context.intake
    const quick = (): void => marks.note([site.stationId], [], performance.now())
    const markRows = async () =>
      (
        await owner.query<{ held: boolean }>(
          'SELECT coalesce(held_until > now(), false) AS held FROM station_mark WHERE station_id = $1',
          [site.stationId],
        )
      ).rows
    const computedAt = async () =>
      (
        await owner.query<{ at: number }>('SELECT at FROM station_figures WHERE station_id = $1', [
          site.stationId,
        ])
      ).rows[0]?.at
    const before = await computedAt()
    for (let n = 0; n < 31; n += 1) quick()
    now += 1_000
    await report(3_000)
    expect(await markRows()).toEqual([{ held: true }])
    now += 1_000
    await report(3_500)
    // The one that is held stands in for it.
    expect(await markRows()).toEqual([{ held: true }])
    await owner.query('INSERT INTO station_mark (station_id) VALUES ($1)', [site.stationId])
    await run()
    expect(await markRows()).toEqual([{ held: true }])
    expect(await computedAt()).toBe(before)
    const all = await places()
    // Of one inverter or of both, as tests before have left them; in any case what came last.
    expect([3_500, 7_000]).toContain(
      (await figuresAt(db, all, now, context.figures)).get(site.stationId)?.powerW,
    )
    await owner.query("UPDATE station_mark SET held_until = now() - interval '1 second'")
    await run()
    expect(await markRows()).toEqual([])
    expect(await computedAt()).toBe(now)
    // What was committed to a database that is gone is marked anew.
    const gone = { ...context, pool: { connect: () => Promise.reject(new Error('gone')) } as never }
    marks.note([site.stationId], [site.stationId], performance.now())
    expect(marks.needed([site.stationId], performance.now())).toEqual({ plain: [], held: [] })
    const sent = message((seq += 1), now, [item(inverter.sn, now, { p: 1 })])
    await expect(storeReadings(gone, [{ gatewaySn: site.gateway.sn, message: sent }], now)).rejects.toThrow(
      'gone',
    )
    expect(marks.needed([site.stationId], performance.now()).plain).toEqual([site.stationId])
  })

  it('an installation of few stations keeps none', async () => {
    const most = allIds.slice(0, COMPUTED)
    await db
      .updateTable('station')
      .set({ deleted_at: new Date(now) })
      .where('id', 'not in', most)
      .execute()
    await run()
    expect((await owner.query('SELECT FROM station_figures')).rowCount).toBe(0)
    expect((await owner.query('SELECT FROM station_mark')).rowCount).toBe(0)
    await db.updateTable('station').set({ deleted_at: null }).execute()
    await run()
    expect((await owner.query('SELECT FROM station_figures')).rowCount).toBe(allIds.length)
  })

  it('a switched-off device is looked up at each look', async () => {
    const command = randomUUID()
    await owner.query(
      `INSERT INTO command (id, station_id, gateway_id, op, args, state, created_at, expires_at, accepted_at, ended_at)
       VALUES ($1, $2, $3, 'switch', '{"on": false}', 'verified', $4, $4, $4, $4)`,
      [command, site.stationId, site.gateway.id, new Date(now)],
    )
    await owner.query(
      `INSERT INTO command_target (command_id, device_id, sn, state, settled_at) VALUES ($1, $2, $3, 'verified', $4)`,
      [command, inverter.id, inverter.sn, new Date(now)],
    )
    now += MINUTE
    await report(0, { st: 'shutdown' })
    await run()
    expect(await wrong()).toEqual([])
    expect((await both(now)).answered.get(site.stationId)?.switchedOff?.devices).toBe(1)
  })
})
