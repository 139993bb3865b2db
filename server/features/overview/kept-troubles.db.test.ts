/**
 * What is answered to who sees all of very many stations, held against what is read and weighed anew at each look. Longer
 * than other files, as whatever may make something stale is a change of its own in one world.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { alarmLevels } from '#domain/alarms/alarm-states.ts'
import { troubleSorts } from '#domain/alarms/impact.ts'
import type { DeviceState } from '#domain/devices/fields.ts'
import { deviceKinds } from '#domain/devices/kinds.ts'
import { attentionReasons } from '#domain/stations/station-kinds.ts'
import { qualityFlags } from '#domain/telemetry/quality-flags.ts'
import { overReplica } from '#server/platform/db/lagging.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import type { Context } from '#server/context.ts'
import { testDatabase } from '#tests/database.ts'
import { makeCompany } from '#tests/factories/accounts.ts'
import { makeAlarm } from '#tests/factories/alarms.ts'
import { makeDevice, type MadeDevice, setLatest, setLink } from '#tests/factories/devices.ts'
import { makeStation } from '#tests/factories/stations.ts'
import { sightOf } from '../accounts/scope.ts'
import { saveMemory } from '../alarms/rules/rule-store.ts'
import { keepFigures } from '../stations/keep-figures.ts'
import { lookOver } from './look-over.ts'
import { troublesIn } from './read-troubles.ts'
import type { TroublesQuery } from './trouble-entries.ts'
import { createTroublesMind } from './troubles-mind.ts'

const { db, pool, owner } = await testDatabase()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Four in the afternoon in Shanghai: the dark is three hours ahead. */
let now = Date.parse('2026-06-21T08:00:00Z')
const BORN = now - 48 * HOUR
const MANY = 108

const server = (): Context => makeContext({ db, pool, log: createLog('silent'), clock: () => now })
const kept = [server(), server()]
const plain = (): Context => {
  const context = server()
  return { ...context, overview: { ...context.overview, troubles: createTroublesMind(Infinity) } }
}

const who = {
  accountId: randomUUID(),
  name: 'Ada',
  role: 'administrator',
  permissions: ['*:*:*'],
  companyId: null,
  managedStations: [],
  sessionId: '',
  provenAt: now,
} as const
const sight = sightOf(who, now)
const ask = (context: Context, query: TroublesQuery, most = 5_000) =>
  troublesIn({ context, who, now }, sight, query, { alarms: most, beside: most })

/** The same numbers in each run. */
let state = 0x2545f491
const random = (below: number): number => {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % below
}
const one = <T>(of: readonly T[]): T => of[random(of.length)] as T

type Site = {
  stationId: string
  gateway: MadeDevice
  inverters: MadeDevice[]
  optimizers: MadeDevice[]
}
const first = await makeStation(db, BORN, await makeCompany(db, BORN))
const { rows: stations } = await owner.query<{ id: string }>(
  `INSERT INTO station (id, code, name, company_id, type, time_zone, latitude, north, longitude, east, region,
     country, report_min, capacity, capacity_unit, capacity_w, tilt_deg, azimuth_deg, created_at)
   SELECT gen_random_uuid(), 'MANY' || n, 'Many ' || n, s.company_id, s.type, s.time_zone, s.latitude + n / 50.0, s.north,
          s.longitude + n / 10.0, s.east, s.region, s.country, s.report_min, 30, 'kW', 30000, 20, 180, s.created_at
     FROM station s, generate_series(1, $2::int) AS n WHERE s.id = $1 RETURNING id`,
  [first, MANY],
)
const sites: Site[] = []
for (const { id: stationId } of stations) {
  const gateway = await makeDevice(db, BORN, stationId, 'gateway')
  const inverters = []
  for (let n = 0; n < 1 + random(3); n += 1)
    inverters.push(
      await makeDevice(db, BORN, stationId, 'inverter', { gatewayId: gateway.id, ratedW: 10_000 }),
    )
  const optimizers = []
  for (let n = 0; n < random(4); n += 1)
    optimizers.push(
      await makeDevice(db, BORN, stationId, 'optimizer', {
        gatewayId: gateway.id,
        parentId: inverters[0]?.id ?? null,
        stringNo: 1 + (n >> 1),
      }),
    )
  sites.push({ stationId, gateway, inverters, optimizers })
}

const countOf = (id: string): number => sites.find(({ stationId }) => stationId === id)?.inverters.length ?? 0

const mark = (id: string) => owner.query('INSERT INTO station_mark (station_id) VALUES ($1)', [id])
const states: readonly DeviceState[] = [
  'grid_connected',
  'grid_connected',
  'grid_connected',
  'shutdown',
  'standby',
]
/** As the intake does: readings, and a mark in the same commit. */
const report = async (site: Site, well: boolean): Promise<void> => {
  await setLink(db, site.gateway.id, { connected: true, birthAt: now - HOUR })
  await setLatest(db, site.gateway.no, { ts: now })
  for (const { no } of [...site.inverters, ...site.optimizers])
    if (well || random(8) > 0)
      await setLatest(db, no, {
        ts: now,
        state: well ? 'grid_connected' : one(states),
        p: 2_000 + random(3_000),
        flags: !well && random(20) === 0 ? qualityFlags.clock : 0,
      })
  await mark(site.stationId)
}
const reportAll = async (): Promise<void> => {
  for (const site of sites) await report(site, random(6) > 0)
}
const devicesOf = ({ inverters, optimizers, gateway }: Site): MadeDevice[] => [
  ...inverters,
  ...optimizers,
  gateway,
]
const codes = [
  '2062',
  '2032',
  'RULE-STRING-CURRENT',
  'RULE-OPTIMIZER-LOW',
  'X-77',
  'RULE-INVERTER-OFF',
  'RULE-DEVICE-SILENT',
]
const openOne = () =>
  db
    .selectFrom('alarm')
    .select('id')
    .where('status', '<>', 'closed')
    .orderBy('id')
    .execute()
    .then((rows) => one(rows)?.id ?? '')
const keep = () => keepFigures({ db, clock: () => now }, now)

const changes: Record<string, () => Promise<unknown>> = {
  'a station reports': () => report(one(sites), random(2) === 0),
  'an alarm is raised': async () => {
    const site = one(sites)
    const code = one(codes)
    const device = one(devicesOf(site))
    const { rows } = await owner.query(
      "SELECT FROM alarm WHERE device_id = $1 AND code = $2 AND status <> 'closed'",
      [device.id, code],
    )
    const gone = await owner.query('SELECT FROM device WHERE id = $1 AND removed_at IS NOT NULL', [device.id])
    if (rows.length + gone.rows.length > 0) return
    await makeAlarm(db, now - random(1_000_000), site.stationId, {
      deviceId: device.id,
      code,
      level: 1 + random(4),
    })
  },
  'an alarm is raised again, at another level': async () =>
    owner.query('UPDATE alarm SET level = $2, occurred_at = $3, count = count + 1 WHERE id = $1', [
      await openOne(),
      1 + random(4),
      new Date(now),
    ]),
  'an alarm is heard again': async () =>
    owner.query('UPDATE alarm SET occurred_at = $2 WHERE id = $1', [await openOne(), new Date(now)]),
  'an alarm is worked on': async () =>
    owner.query("UPDATE alarm SET status = 'processing' WHERE id = $1", [await openOne()]),
  'an alarm is closed': async () =>
    owner.query(
      "UPDATE alarm SET status = 'closed', close_type = 'manual_clear', closed_at = now() WHERE id = $1",
      [await openOne()],
    ),
  'a device is removed': () => {
    const site = one(sites)
    return owner.query('UPDATE device SET removed_at = $2 WHERE id = $1', [
      one(site.inverters).id,
      new Date(now),
    ])
  },
  'a device has another name': () =>
    owner.query('UPDATE device SET name = $2 WHERE id = $1', [
      one(devicesOf(one(sites))).id,
      `Name ${random(99)}`,
    ]),
  'a device is rated anew': () =>
    owner.query('UPDATE device SET shown_w = $2 WHERE id = $1', [
      one(one(sites).inverters).id,
      10_000 + random(5_000),
    ]),
  'a station has another name': () =>
    owner.query('UPDATE station SET name = $2 WHERE id = $1', [one(sites).stationId, `Roof ${random(99)}`]),
  'a station has a tariff': () =>
    owner.query('UPDATE station SET tariff = $2 WHERE id = $1', [
      one(sites).stationId,
      JSON.stringify({ perKwh: random(100) / 100, currency: one(['CNY', 'EUR']), source: 'test' }),
    ]),
  'a station has more modules': () =>
    owner.query('UPDATE station SET capacity_w = $2 WHERE id = $1', [
      one(sites).stationId,
      20_000 + random(9_000),
    ]),
  'a gateway is gone': () =>
    setLink(db, one(sites).gateway.id, { connected: false, birthAt: now - HOUR, goneAt: now }),
  'the clock of a gateway is wrong, or right again': () =>
    owner.query('UPDATE gateway_link SET clock_offset_ms = $2 WHERE device_id = $1', [
      one(sites).gateway.id,
      random(2) * 3_600_000,
    ]),
  'a gateway hears a stranger': () =>
    owner.query(
      `INSERT INTO quarantine (gateway_id, sn_key, sn, reason, readings, first_at, last_at)
       VALUES ($1, $2, $2, 'not_a_child', 1, $3, $3)`,
      [
        one(sites).gateway.id,
        `STRANGER${random(1_000_000)}`,
        new Date(now - 7 * 24 * HOUR + random(3) * HOUR),
      ],
    ),
  'the course of days is learned': () =>
    saveMemory(
      db,
      one(sites).inverters.map(({ id }) => ({
        deviceId: id,
        kind: 'courses',
        value: { sum: 10, weighted: 100 + random(40), before: 8, after: 8 },
      })),
    ),
  'a station is deleted, or comes back': () =>
    owner.query('UPDATE station SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END WHERE id = $1', [
      one(sites.slice(0, 3)).stationId,
    ]),
  'figures are kept': keep,
  'a minute goes by': async () => void (now += MINUTE),
  'some minutes go by': async () => void (now += (3 + random(6)) * MINUTE),
}

const queries = (): TroublesQuery[] => [
  {},
  { limit: 100 },
  { level: one(alarmLevels) },
  { reason: one(attentionReasons) },
  { kind: one(deviceKinds), limit: 50 },
  { search: one(['many 1', 'Roof', 'inv', 'string', '电', 'X-77', 'Name 7']), limit: 100 },
  { sort: one(troubleSorts), order: one(['rising', 'falling']), limit: 1 + random(30) },
  { level: one(alarmLevels), kind: one(['inverter', 'optimizer']), sort: 'stake' },
]

const differences = async (which: Context): Promise<unknown[]> => {
  const wrong: unknown[] = []
  // Now and then more is wrong than one answer looks at.
  const most = one([5_000, 5_000, 30])
  for (const query of queries().filter((_, n) => n === 0 || random(2) === 0)) {
    let cursor: string | null = null
    // A few pages of it.
    for (let page = 0; page < 2 && (page === 0 || cursor !== null); page += 1) {
      const asked: TroublesQuery = cursor === null ? query : { ...query, cursor }
      const [a, b] = [await ask(which, asked, most), await ask(plain(), asked, most)]
      if (JSON.stringify(a) !== JSON.stringify(b)) wrong.push({ query: asked, kept: a, plain: b })
      cursor = b.next
    }
  }
  return wrong
}
const attention = async (context: Context) => {
  const { found, onPurpose } = await lookOver(context, sight, now)
  return { found, onPurpose }
}

describe('trouble at very many stations', () => {
  it('is what is read and weighed anew, whatever changes and whichever server looks, as time goes by', async () => {
    await reportAll()
    for (let n = 0; n < 60; n += 1) await changes['an alarm is raised']?.()
    await keep()
    const seen: string[] = []
    for (let round = 0; round < 24; round += 1) {
      for (let n = random(4); n >= 0; n -= 1) {
        // Each has its turn, and others come as they come.
        const names = Object.keys(changes)
        const what = n === 0 ? (names[round % names.length] ?? '') : one(names)
        seen.push(what)
        await changes[what]?.()
      }
      if (round % 8 === 7) {
        now += 40 * MINUTE
        await reportAll()
        await keep()
      }
      // One looks every time, the other now and then.
      const [often, seldom] = kept
      for (const which of round % 7 === 0 ? [often!, seldom!] : [often!])
        expect([seen.slice(-8), await differences(which)]).toEqual([seen.slice(-8), []])
      expect(await attention(often!)).toEqual(await attention(plain()))
    }
    expect(new Set(seen)).toEqual(new Set(Object.keys(changes)))
  })

  it('is the same for others after somebody has asked at a replica that has not come as far', async () => {
    await reportAll()
    for (let n = 0; n < 60; n += 1) await changes['an alarm is raised']?.()
    await keep()
    const [often] = kept
    await ask(often!, {})
    const seen: string[] = []
    for (let round = 0; round < 12; round += 1) {
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (behind) => {
          // As of now it sees no change any more.
          await behind.selectFrom('station').select('id').limit(1).execute()
          for (let n = 0; n < 6; n += 1) {
            const what = n === 5 ? 'figures are kept' : one(Object.keys(changes))
            seen.push(what)
            await changes[what]?.()
          }
          for (const query of [{}, one(queries())])
            await ask({ ...often!, db: overReplica(behind) }, query, one([5_000, 30]))
        })
      expect([seen.slice(-8), await differences(often!)]).toEqual([seen.slice(-8), []])
      expect(await attention(often!)).toEqual(await attention(plain()))
    }
  })

  it('knows what no figures say: clocks of gateways, strangers, the course of days and the places devices hang in', async () => {
    now += 24 * HOUR - (now % (24 * HOUR)) + 3 * HOUR
    for (const site of sites) await report(site, true)
    await owner.query('DELETE FROM quarantine')
    await owner.query('UPDATE gateway_link SET clock_offset_ms = 0')
    await owner.query('UPDATE station SET deleted_at = NULL')
    const site = sites.find(
      ({ stationId }) => !stations.slice(0, 3).some(({ id }) => id === stationId) && countOf(stationId) === 3,
    )
    if (site === undefined) throw new Error('no station with three inverters')
    const { stationId } = site
    await owner.query('UPDATE device SET removed_at = NULL WHERE station_id = $1', [stationId])
    await owner.query("DELETE FROM analysis_memory WHERE kind = 'courses'")
    const [ill, near, far] = site.inverters
    for (const [device, p] of [
      [ill, 0],
      [near, 2_000],
      [far, 4_000],
    ] as const)
      await setLatest(db, device?.no ?? 0, {
        ts: now,
        state: device === ill ? 'shutdown' : 'grid_connected',
        p,
      })
    await mark(stationId)
    await keep()
    const look = async () => {
      const [often] = kept
      const [a, b] = [await ask(often!, { limit: 100 }), await ask(plain(), { limit: 100 })]
      expect(a).toEqual(b)
      const { found } = await lookOver(often!, sight, now)
      return {
        lostW: a.troubles.find(({ id }) => id === ill?.id)?.impact.powerW,
        gateway: found.find(({ id }) => id === site.gateway.id)?.reason,
      }
    }
    const before = await look()
    expect(before).toEqual({ lostW: 3_000, gateway: undefined })
    await owner.query('UPDATE gateway_link SET clock_offset_ms = 3600000 WHERE device_id = $1', [
      site.gateway.id,
    ])
    expect(await look()).toEqual({ ...before, gateway: 'clock' })
    await owner.query('UPDATE gateway_link SET clock_offset_ms = 0 WHERE device_id = $1', [site.gateway.id])
    await owner.query(
      `INSERT INTO quarantine (gateway_id, sn_key, sn, reason, readings, first_at, last_at)
       VALUES ($1, 'LATE', 'LATE', 'not_a_child', 1, $2, $2)`,
      [site.gateway.id, new Date(now - 7 * 24 * HOUR + MINUTE)],
    )
    expect(await look()).toEqual({ ...before, gateway: 'quarantine' })
    now += 2 * MINUTE
    expect(await look()).toEqual(before)
    const learned = [
      [ill, 100],
      [near, 102],
      [far, 140],
    ] as const
    await saveMemory(
      db,
      learned.map(([device, weighted]) => ({
        deviceId: device?.id ?? '',
        kind: 'courses',
        value: { sum: 10, weighted, before: 8, after: 8 },
      })),
    )
    expect(await look()).toEqual({ ...before, lostW: 2_000 })
    await keep()
    await look()
    // As the planes are that they hang in, the farther one is the nearer.
    const { rows: areas } = await owner.query<{ id: string }>(
      `INSERT INTO array_area (id, station_id, name, tilt_deg, azimuth_deg, row_count, col_count, created_at)
       SELECT gen_random_uuid(), $1, 'Roof ' || n, 20, n * 90, 2, 2, $2 FROM generate_series(1, 2) AS n RETURNING id`,
      [stationId, new Date(now)],
    )
    const hang = async (parent: MadeDevice | undefined, area: number): Promise<void> => {
      const module = await makeDevice(db, now, stationId, 'optimizer', { parentId: parent?.id ?? null })
      const { rows } = await owner.query<{ id: string }>(
        `INSERT INTO place (id, station_id, kind, area_id, created_at)
         VALUES (gen_random_uuid(), $1, 'optimizer', $2, $3) RETURNING id`,
        [stationId, areas[area]?.id, new Date(now)],
      )
      await keep()
      await look()
      await owner.query('INSERT INTO place_device (place_id, device_id, since) VALUES ($1, $2, $3)', [
        rows[0]?.id,
        module.id,
        new Date(now),
      ])
    }
    await hang(ill, 0)
    await hang(near, 1)
    await hang(far, 0)
    expect(await look()).toEqual({ ...before, lostW: 4_000 })
  })

  it('is told again as it was while nothing changes, and where something does, that station alone is put in anew', async () => {
    await reportAll()
    await keep()
    const [often] = kept
    const look = async () => {
      await ask(often!, {})
      const { gathered } = often!.overview.troubles
      return { sites: gathered?.sites ?? [], entries: gathered?.entries, told: gathered?.told.get('{}') }
    }
    await look()
    let names = 0
    // Transactions of others, in whichever database of this server, put it off until they end.
    await vi.waitFor(async () => {
      const before = await look()
      expect(before.sites.length).toBeGreaterThan(5)
      const after = await look()
      expect([after.entries === before.entries, after.sites === before.sites]).toEqual([true, true])
      // Where something is held against a clear sky, it is weighed at each look.
      expect(after.told === before.told || (before.told?.until ?? Infinity) <= now).toBe(true)
      const { stationId, inverters } = sites.find((site) =>
        before.sites.some(({ row }) => row.id === site.stationId),
      )!
      const name = `Another ${(names += 1)}`
      await owner.query('UPDATE device SET name = $2 WHERE id = $1', [inverters[0]?.id, name])
      await keep()
      const changed = await look()
      const others = changed.sites.filter((site) => !before.sites.includes(site))
      expect(others.map(({ row }) => row.id)).toEqual([stationId])
    }, 60_000)
  })
})
