import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DeviceKind } from '#domain/devices/kinds.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { transact } from '#server/platform/db/open.ts'
import { testDatabase } from '#tests/database.ts'
import { makeDevice, setLatest, setLink } from '#tests/factories/devices.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeAlike, makeStation } from '#tests/factories/stations.ts'
import { EVERYBODY, sightOf } from '../accounts/scope.ts'
import { keepFigures } from '../stations/keep-figures.ts'
import { createFiguresMind } from '../stations/kept-mind.ts'
import { createStationsMind } from '../stations/stations-mind.ts'
import { type LookedOver, lookOver } from './look-over.ts'
import { createTroublesMind } from './troubles-mind.ts'

const { db, owner } = await testDatabase()
const context = {
  db,
  figures: createFiguresMind(),
  stations: createStationsMind(),
  overview: { troubles: createTroublesMind() },
}
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Two in the afternoon in Shanghai. */
const NOW = Date.parse('2026-06-21T06:00:00Z')
const sight = sightOf(EVERYBODY, NOW)

// A hundred and ten stations, of which nothing is wrong, with a gateway, two inverters and an optimizer each.
const first = await makeStation(db, NOW - 48 * HOUR, await makeCompany(db, NOW - 48 * HOUR))
await makeAlike(owner, first, 110)
const { rows: stations } = await owner.query<{ id: string }>(
  "SELECT id FROM station WHERE code LIKE 'MANY%' ORDER BY code",
)
const made = async (station: string) => {
  const gateway = await makeDevice(db, NOW - 48 * HOUR, station, 'gateway')
  const behind = async (kind: DeviceKind) =>
    makeDevice(db, NOW - 48 * HOUR, station, kind, { gatewayId: gateway.id, ratedW: 5_000 })
  return {
    gateway,
    one: await behind('inverter'),
    two: await behind('inverter'),
    module: await behind('optimizer'),
  }
}
const sites = await Promise.all(stations.map(({ id }) => made(id)))
const hear = async (at: number) => {
  await owner.query('DELETE FROM latest')
  for (const { gateway, one, two, module } of sites) {
    await setLink(db, gateway.id, { connected: true, birthAt: at - HOUR })
    await setLatest(db, gateway.no, { ts: at })
    for (const { no } of [one, two, module])
      await setLatest(db, no, { ts: at, state: 'grid_connected', p: 2_000 })
  }
}

/** What is wrong with the first stations, one each. */
const wrongs: [what: string, make: (site: (typeof sites)[number], station: string) => Promise<unknown>][] = [
  ['an inverter is shut down', ({ one }) => setLatest(db, one.no, { ts: NOW, state: 'shutdown', p: 0 })],
  [
    'an inverter is silent',
    ({ one }) => setLatest(db, one.no, { ts: NOW - HOUR, state: 'grid_connected', p: 1 }),
  ],
  ['a gateway is silent', ({ gateway }) => setLatest(db, gateway.no, { ts: NOW - 2 * HOUR })],
  [
    'a gateway is gone',
    ({ gateway }) => setLink(db, gateway.id, { connected: false, birthAt: NOW - HOUR, goneAt: NOW }),
  ],
  [
    'a device was never heard',
    ({ module }) => owner.query('DELETE FROM latest WHERE device_no = $1', [module.no]),
  ],
  ['a gateway was never heard', (_, station) => makeDevice(db, NOW - 2 * HOUR, station, 'gateway')],
  [
    'a device without gateway is silent',
    async (_, station) => {
      const { no } = await makeDevice(db, NOW - 48 * HOUR, station, 'inverter')
      await setLatest(db, no, { ts: NOW - 3 * HOUR, state: 'grid_connected', p: 1 })
    },
  ],
  [
    'a clock is wrong',
    ({ two }) =>
      owner.query('UPDATE latest SET flags = $2 WHERE device_no = $1', [two.no, qualityFlags.clock]),
  ],
  [
    'the clock of a gateway is wrong',
    ({ gateway }) =>
      owner.query('UPDATE gateway_link SET clock_offset_ms = 3600000 WHERE device_id = $1', [gateway.id]),
  ],
  [
    'a gateway hears a stranger',
    ({ gateway }) =>
      owner.query(
        `INSERT INTO quarantine (gateway_id, sn_key, sn, reason, readings, first_at, last_at)
      VALUES ($1, 'STRANGER', 'STRANGER', 'not_a_child', 1, $2, $2)`,
        [gateway.id, new Date(NOW)],
      ),
  ],
]

const keep = (at: number) => keepFigures({ db, clock: () => at }, at)
const deviceRows = (at: number): Promise<number> =>
  transact(db, async (trx) => {
    const read = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS n FROM pg_stat_xact_user_tables
         WHERE relname IN ('latest', 'device')`.execute(trx)
      return rows[0]?.n ?? 0
    }
    // As where there are more than a few pages of them.
    await sql`SET LOCAL enable_seqscan = off`.execute(trx)
    const before = await read()
    await lookOver({ ...context, db: trx }, sight, at)
    return (await read()) - before
  })
const told = ({ found, onPurpose }: LookedOver) => ({ found, onPurpose })
/** With what is kept, and as it is computed where nothing is. */
const both = async (at: number) => {
  const kept = await lookOver(context, sight, at)
  await owner.query('CREATE TABLE aside AS SELECT * FROM station_figures')
  await owner.query('DELETE FROM station_figures')
  const computed = await lookOver(context, sight, at)
  await owner.query('INSERT INTO station_figures SELECT * FROM aside')
  await owner.query('DROP TABLE aside')
  return { kept: told(kept), computed: told(computed) }
}

describe('what is wrong among very many stations', () => {
  it('is what is found without kept figures, then and as time goes by, for every reason', async () => {
    await hear(NOW)
    for (const [n, [, make]] of wrongs.entries()) await make(sites[n]!, stations[n]!.id)
    await keep(NOW)
    const at = await both(NOW)
    expect(new Set(at.computed.found.map(({ reason }) => reason))).toEqual(
      new Set(['gateway_silent', 'shutdown', 'device_silent', 'never_heard', 'clock', 'quarantine']),
    )
    for (const ahead of [0, 1, 14, 15, 16, 45, 24 * 60]) {
      const { kept, computed } = await both(NOW + ahead * MINUTE)
      expect([ahead, kept]).toEqual([ahead, computed])
    }
    // At midnight, an hour after all were heard: inverters sleep.
    const midnight = NOW + 10 * HOUR
    await hear(midnight - HOUR)
    await owner.query(
      'UPDATE latest SET ts = $1, received_at = $1 WHERE device_no IN (SELECT no FROM device WHERE kind = $2)',
      [new Date(midnight), 'gateway'],
    )
    await owner.query('INSERT INTO station_mark (station_id) SELECT id FROM station')
    await keep(midnight)
    const night = await both(midnight)
    expect(night.kept).toEqual(night.computed)
  })

  it('is looked for among the devices of those stations that are not known to be well', async () => {
    // What is kept is never older than what was kept before.
    const later = NOW + 24 * HOUR
    await owner.query('DELETE FROM quarantine')
    await owner.query('UPDATE gateway_link SET clock_offset_ms = 0')
    await owner.query(
      'DELETE FROM latest USING device WHERE device.no = latest.device_no AND station_id = $1',
      [first],
    )
    await db
      .updateTable('station')
      .set({ deleted_at: new Date(NOW) })
      .where('id', 'in', [first, ...stations.slice(0, 10).map(({ id }) => id)])
      .execute()
    for (let n = 1; n <= 5; n += 1)
      await owner.query(
        `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, region,
           country, report_min, capacity, capacity_unit, capacity_w, created_at)
         SELECT $2, $3, $3, s.company_id, s.type, s.time_zone, s.latitude, s.north, s.longitude, s.east, s.region, s.country,
                s.report_min, s.capacity, s.capacity_unit, s.capacity_w, s.created_at FROM station s WHERE s.id = $1`,
        [first, randomUUID(), `EMPTY${n}`],
      )
    await hear(later)
    await setLatest(db, sites[50]!.one.no, { ts: later, state: 'shutdown', p: 0 })
    await owner.query('INSERT INTO station_mark (station_id) SELECT id FROM station')
    await owner.query('ANALYZE')
    const computed = await deviceRows(later)
    await keep(later)
    const kept = await deviceRows(later)
    expect((await lookOver(context, sight, later)).found.map(({ id }) => id)).toEqual([sites[50]!.one.id])
    // Four devices of one station, each several times, against those of a hundred.
    expect(kept).toBeLessThan(100)
    expect(computed).toBeGreaterThan(800)
  })
})
