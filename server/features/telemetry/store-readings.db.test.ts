import { type Selectable, sql } from 'kysely'
import { QUARANTINE_SERIALS } from '#domain/devices/limits.ts'
import { describe, expect, it } from 'vitest'
import { decode, encode } from '#contract/mqtt/decode.ts'
import { stateAt } from '#domain/telemetry/device-state.ts'
import { hasFlag } from '#domain/telemetry/quality-flags.ts'
import { makeContext } from '#server/roles/make-context.ts'
import { createLog } from '#server/platform/log.ts'
import type { ReadingTable } from '#server/platform/db/tables/telemetry.ts'
import { testDatabase } from '#tests/database.ts'
import { item, makeSite, message } from '#tests/factories/telemetry.ts'
import { DAY_MS } from './partition-store.ts'
import { RETENTION_DAYS } from './retention.ts'
import { storeEach, storeReadings } from './store-readings.ts'

const { db, pool } = await testDatabase()
const NOW = Date.parse('2026-06-21T04:00:00Z')
const context = makeContext({ db, pool, log: createLog('silent'), clock: () => NOW })

const readings = async (no: number) =>
  sql<Selectable<ReadingTable>>`SELECT * FROM reading_rows WHERE device_no = ${no} ORDER BY ts`
    .execute(db)
    .then(({ rows }) => rows)
const latest = async (no: number) =>
  db.selectFrom('latest').selectAll().where('device_no', '=', no).executeTakeFirst()

/**
 * Among them one with a wrong clock: the arrival becomes the time of its reading, so that of a copy that comes later only
 * the message itself can be known again.
 */
const bodies = (sn: string) => [
  message(1, NOW, [item(sn, NOW - 5_000, { e_tot: 100 })]),
  message(2, NOW, [item(sn, 0, { e_tot: 101 })]),
  message(3, NOW, [item(sn, NOW + 365 * DAY_MS, { e_tot: 102 }), item('STRANGER01', NOW, { p: 1 })]),
  message(4, NOW, [item(sn, NOW - 500 * DAY_MS, { e_tot: 1 })], { hist: true }),
]

/** What is left of `bodies`, the n-th of them sent as often as told, copies a minute apart. */
const sendRepeatedly = async (times: (index: number) => number) => {
  const { gateway, inverters } = await makeSite(db, NOW)
  const sent = bodies(inverters[0]!.sn).flatMap((body, index) =>
    Array.from({ length: times(index) }, (_, copy) => ({ body, at: NOW + copy * 60_000 + index })),
  )
  for (const { body, at } of sent.toSorted((a, b) => a.at - b.at))
    await storeReadings(context, [{ gatewaySn: gateway.sn, message: body }], at)
  const stored = await readings(inverters[0]!.no)
  const strangers = await db
    .selectFrom('quarantine')
    .select('readings')
    .where('gateway_id', '=', gateway.id)
    .execute()
  const link = await db
    .selectFrom('gateway_link')
    .select('refused')
    .where('device_id', '=', gateway.id)
    .executeTakeFirst()
  return { stored: stored.map(({ ts, e_tot }) => [ts, e_tot]), strangers, refused: link?.refused }
}

describe('storing readings', () => {
  it('a gateway that says much is written down as heard once a second', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const heard: (number | undefined)[] = []
    for (const [seq, at] of [NOW, NOW + 400, NOW + 999, NOW + 1_000, NOW + 1_500].entries()) {
      const body = message(seq + 1, at, [item(inverters[0]!.sn, at, { p: seq })])
      await storeReadings(context, [{ gatewaySn: gateway.sn, message: body }], at)
      heard.push((await latest(gateway.no))?.ts)
    }
    expect(heard).toEqual([NOW, NOW, NOW, NOW + 1_000, NOW + 1_000])
    expect(await latest(inverters[0]!.no)).toMatchObject({ p: 4, ts: NOW + 1_500 })
  })

  it('V2: keeps what was measured, exactly; what is missing is null, not 0', async () => {
    const { gateway, inverters, optimizers } = await makeSite(db, NOW, { optimizers: 1 })
    const [inverter, optimizer] = [inverters[0]!, optimizers[0]!]
    const full = {
      p: 865.5,
      q: -22,
      f: 49.98,
      u: [230.1, null, 230.4],
      i: [1.26, 1.25, 1.27],
      t: -3.5,
      p_dc: 884,
      e_tot: 9_007_199_254_740,
      mppt: [{ n: 1, u: 746.9, i: 1.18, p: 884 }],
      irr: 801,
    }
    const d = [
      { ...item(inverter.sn, NOW - 1000, full), st: 'grid' as const, raw: { St: 4 } },
      { ...item(optimizer.sn, NOW - 2000, { p: null, t: 26.8, closed: false }), st: null },
    ]
    const outcome = await storeReadings(
      context,
      [{ gatewaySn: gateway.sn, message: message(1, NOW, d) }],
      NOW,
    )
    expect(outcome).toEqual({ stored: 2, refused: 0, quarantined: 0, repeated: 0, unknown: 0 })

    const [row] = await readings(inverter.no)
    expect(row).toMatchObject({
      ts: NOW - 1000,
      received_at: NOW,
      hist: false,
      state: 1,
      p: 865.5,
      q: -22,
      t: -3.5,
      p_dc: 884,
      u_in: null,
      closed: null,
      irr: 801,
      raw: { St: 4 },
    })
    expect(row?.f).toBeCloseTo(49.98, 4)
    expect(row?.u?.map((volts) => volts && Math.round(volts * 10))).toEqual([2301, null, 2304])
    expect(row?.mppt).toEqual([{ n: 1, u: 746.9, i: 1.18, p: 884 }])

    const [other] = await readings(optimizer.no)
    expect(other).toMatchObject({
      p: null,
      q: null,
      f: null,
      e_tot: null,
      u: null,
      mppt: null,
      closed: false,
    })
    expect(await latest(optimizer.no)).toMatchObject({ ts: NOW - 2000, p: null, closed: false })
  })

  it('D7: a message or a reading that comes again changes nothing', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const one = {
      gatewaySn: gateway.sn,
      message: message(7, NOW, [item(inverter.sn, NOW - 5, { e_tot: 100 })]),
    }
    expect(await storeReadings(context, [one, one], NOW)).toMatchObject({ stored: 1, repeated: 1 })
    expect(await storeReadings(context, [one], NOW + 60_000)).toMatchObject({ stored: 0, repeated: 1 })
    const copy = { ...one, message: { ...one.message, seq: 8, hist: true } }
    expect(await storeReadings(context, [copy], NOW + 60_000)).toMatchObject({ stored: 0, repeated: 0 })
    expect(await readings(inverter.no)).toHaveLength(1)
    expect(
      await db.selectFrom('energy_due').select('marked').where('device_no', '=', inverter.no).execute(),
    ).toEqual([{ marked: 1 }])
  })

  it('D7: each message one to five times: readings, strangers and refusals count as of one', async () => {
    const once = await sendRepeatedly(() => 1)
    expect(once.stored).toHaveLength(3)
    expect([once.strangers, once.refused]).toEqual([[{ readings: 1 }], 2])
    expect(await sendRepeatedly((index) => index + 2)).toEqual(once)
  })

  it('D7: of messages that come together those that came before change nothing, and the others are stored', async () => {
    const { gateway, inverters } = await makeSite(db, NOW, { inverters: 4 })
    const server = makeContext({ db, pool, log: createLog('silent'), clock: () => NOW })
    const sent = (seq: number) => ({
      gatewaySn: gateway.sn,
      message: message(seq, NOW, [item(inverters[seq % 4]!.sn, 0, { e_tot: seq })]),
    })
    const stored = async () =>
      (await Promise.all(inverters.map(({ no }) => readings(no)))).flat().map(({ e_tot }) => e_tot)
    expect(await storeReadings(server, [1, 2, 3].map(sent), NOW)).toMatchObject({ stored: 3, repeated: 0 })
    // A wrong clock puts a copy at another instant: only the message itself can be known again.
    const again = await storeReadings(server, [4, 2, 5, 2, 3].map(sent), NOW + 60_000)
    expect(again).toMatchObject({ stored: 2, repeated: 3 })
    expect(await storeReadings(server, [5, 6].map(sent), NOW + 120_000)).toMatchObject({
      stored: 1,
      repeated: 1,
    })
    expect((await stored()).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('D7: a message that two servers are given at the same time is stored once', async () => {
    const { gateway, inverters } = await makeSite(db, NOW, { inverters: 3 })
    const servers = [1, 2].map(() => makeContext({ db, pool, log: createLog('silent'), clock: () => NOW }))
    for (let round = 0; round < 20; round += 1) {
      const batch = [1, 2, 3].map((one) => ({
        gatewaySn: gateway.sn,
        message: message(3 * round + one, NOW, [item(inverters[one - 1]!.sn, 0, { e_tot: 3 * round + one })]),
      }))
      const told = await Promise.all(
        servers.map((server, index) =>
          storeReadings(server, index === 0 ? batch : batch.toReversed(), NOW + round * 60_000 + index * 7),
        ),
      )
      expect(told.reduce((sum, { stored }) => sum + stored, 0)).toBe(3)
      expect(told.reduce((sum, { repeated }) => sum + repeated, 0)).toBe(3)
      // The next round meets them both ways: asking which are known, and not.
      for (const server of servers) server.intake.detours.messages = round % 3 === 0 ? 1 : 0
    }
    const all = (await Promise.all(inverters.map(({ no }) => readings(no)))).flat()
    expect(all.map(({ e_tot }) => e_tot).toSorted((a, b) => a! - b!)).toEqual(
      Array.from({ length: 60 }, (_, n) => n + 1),
    )
  })

  it('D8: the newest live values only move forward, and back-fill never moves them', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const send = async (seq: number, ts: number, p: number, hist = false) =>
      storeReadings(
        context,
        [{ gatewaySn: gateway.sn, message: message(seq, ts, [item(inverter.sn, ts, { p })], { hist }) }],
        NOW,
      )
    await send(1, NOW - 60_000, 1)
    await send(2, NOW - 120_000, 2)
    expect(await latest(inverter.no)).toMatchObject({ ts: NOW - 60_000, p: 1 })
    await send(3, NOW - 30_000, 3, true)
    expect(await latest(inverter.no)).toMatchObject({ ts: NOW - 60_000, p: 1 })
    await send(4, NOW - 10_000, 4)
    expect(await latest(inverter.no)).toMatchObject({ ts: NOW - 10_000, p: 4 })
    expect(await readings(inverter.no)).toHaveLength(4)
  })

  it('D10: after eight wrong clocks a right one is the newest, and no reading was lost', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const skews = [
      -NOW,
      -20 * 365 * DAY_MS,
      -2 * DAY_MS,
      -DAY_MS - 60_000,
      9 * 60_000,
      11 * 60_000,
      DAY_MS,
      365 * DAY_MS,
    ]
    let arrived = NOW
    for (const [seq, skew] of skews.entries()) {
      arrived += 5_000
      const sent = message(seq, arrived + skew, [item(inverter.sn, arrived + skew, { p: seq })])
      await storeReadings(context, [{ gatewaySn: gateway.sn, message: sent }], arrived)
    }
    expect(await readings(inverter.no)).toHaveLength(skews.length)
    const flagged = (await readings(inverter.no)).filter(({ flags }) => hasFlag(flags, 'clock'))
    expect(flagged).toHaveLength(7)
    for (const row of flagged) expect(row.ts).toBe(row.received_at)

    arrived += 5_000
    const right = message(99, arrived, [item(inverter.sn, arrived - 1_000, { p: 4321 })])
    await storeReadings(context, [{ gatewaySn: gateway.sn, message: right }], arrived)
    expect(await latest(inverter.no)).toMatchObject({ p: 4321, ts: arrived - 1_000 })
  })

  it('a serial that cannot be one is told with the readings that were left out, once however often they come', async () => {
    const site = await makeSite(db, NOW)
    const payload = encode(
      message(1, NOW, [
        item('SE17K+7E1', NOW, { p: 1 }),
        item('SE17K+7E1', NOW - 1, { p: 1 }),
        item(site.inverters[0]!.sn, NOW, { p: 5 }),
      ]),
    )
    const decoded = decode('tele', payload)
    if (!decoded.ok) throw new Error(decoded.reason)
    const incoming = [{ gatewaySn: site.gateway.sn, message: decoded.message }]
    expect(await storeReadings(context, incoming, NOW)).toMatchObject({
      stored: 1,
      quarantined: 2,
      refused: 2,
    })
    await storeReadings(context, incoming, NOW)
    const told = await db
      .selectFrom('quarantine')
      .select(['sn', 'reason', 'readings'])
      .where('gateway_id', '=', site.gateway.id)
      .execute()
    expect(told).toEqual([{ sn: 'SE17K+7E1', reason: 'serial', readings: 2 }])
  })

  it.each([
    ['an hour behind', -60],
    ['twelve minutes behind', -12],
    ['ten minutes ahead', 10],
  ])(
    'D10: a gateway whose clock is steadily %s is live at its arrival, and its link says by how much',
    async (_, min) => {
      // Seconds more than an interval: two of its instants are never the same.
      const stepMs = 5 * 60_000 + 7_000
      const { gateway, inverters } = await makeSite(db, NOW)
      const inverter = inverters[0]!
      await sql`INSERT INTO gateway_link (device_id) VALUES (${gateway.id})`.execute(db)
      const send = async (seq: number, arrived: number, skewMin: number): Promise<void> => {
        const ts = arrived + skewMin * 60_000
        const d = [item(inverter.sn, ts - 90_000, { p: seq }), item(inverter.sn, ts, { p: seq * 100 })]
        await storeReadings(context, [{ gatewaySn: gateway.sn, message: message(seq, ts, d) }], arrived)
      }
      const offset = async (): Promise<number | null | undefined> =>
        (
          await db
            .selectFrom('gateway_link')
            .select('clock_offset_ms')
            .where('device_id', '=', gateway.id)
            .executeTakeFirst()
        )?.clock_offset_ms
      let arrived = NOW
      for (let seq = 1; seq <= 4; seq += 1) await send(seq, (arrived += stepMs), min)
      expect(await latest(inverter.no)).toMatchObject({ p: 400, ts: arrived, received_at: arrived })
      expect(await offset()).toBe(min * 60_000)
      const flagged = (await readings(inverter.no)).filter(({ flags }) => hasFlag(flags, 'clock'))
      // Of each message the newest stands at its arrival, the other as far before it as it says.
      expect(flagged.map(({ ts }) => ts - arrived)).toEqual([-stepMs - 90_000, -stepMs, -90_000, 0])

      await send(9, (arrived += stepMs), 0)
      expect(hasFlag((await latest(inverter.no))?.flags ?? 0, 'clock')).toBe(false)
      expect(await offset()).toBe(0)
    },
  )

  it('says the state that follows from power where a gateway says none', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const states: unknown[] = []
    for (const [seq, p] of [2700, 3, 0, null].entries()) {
      const at = NOW + seq * 60_000
      await storeReadings(
        context,
        [{ gatewaySn: gateway.sn, message: message(seq, at, [item(inverter.sn, at, { p })]) }],
        at,
      )
      states.push(stateAt((await latest(inverter.no))?.state ?? null))
    }
    expect(states).toEqual(['grid_connected', 'standby', 'standby', null])
  })

  it('D4: a serial that is not a child of the gateway is counted and never stored', async () => {
    const mine = await makeSite(db, NOW)
    const theirs = await makeSite(db, NOW)
    const victim = theirs.inverters[0]!
    const d = [
      item(victim.sn, NOW, { p: 9999, e_tot: 1 }),
      item(victim.sn, NOW - 1, { p: 9999 }),
      item('NOBODY1234', NOW, { p: 1 }),
      item(theirs.gateway.sn, NOW, { p: 1 }),
      item(mine.inverters[0]!.sn, NOW, { p: 5 }),
    ]
    const incoming = [{ gatewaySn: mine.gateway.sn, message: message(1, NOW, d) }]
    expect(await storeReadings(context, incoming, NOW)).toMatchObject({
      stored: 1,
      quarantined: 4,
      refused: 4,
    })
    await storeReadings(context, incoming, NOW)
    expect(await readings(victim.no)).toEqual([])
    expect(await latest(victim.no)).toBeUndefined()
    const strangers = await db
      .selectFrom('quarantine')
      .select(['gateway_id', 'sn', 'reason', 'readings'])
      .where('gateway_id', 'in', [mine.gateway.id, theirs.gateway.id])
      .orderBy('readings', 'desc')
      .execute()
    expect(strangers).toHaveLength(3)
    expect(strangers[0]).toEqual({
      gateway_id: mine.gateway.id,
      sn: victim.sn,
      reason: 'not_a_child',
      readings: 2,
    })
    const link = await db
      .selectFrom('gateway_link')
      .select('refused')
      .where('device_id', '=', mine.gateway.id)
      .executeTakeFirst()
    expect(link?.refused).toBe(4)
  })

  it('D4: a gateway that invents serials fills no table', async () => {
    const { gateway } = await makeSite(db, NOW)
    for (let seq = 0; seq < 3; seq += 1) {
      const d = Array.from({ length: 150 }, (_, index) => item(`FAKE${seq}X${index}`, NOW, { p: 1 }))
      await storeReadings(context, [{ gatewaySn: gateway.sn, message: message(seq, NOW, d) }], NOW)
    }
    const { count } = await db
      .selectFrom('quarantine')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('gateway_id', '=', gateway.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(QUARANTINE_SERIALS)
  })

  it('refuses and counts what is older than the retention or than 2000, and knows no unknown gateway', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const d = [
      item(inverter.sn, Date.parse('1999-12-31T23:59:59Z'), { p: 1 }),
      item(inverter.sn, NOW - RETENTION_DAYS * DAY_MS - 1, { p: 2 }),
      item(inverter.sn, NOW - RETENTION_DAYS * DAY_MS, { p: 3 }),
    ]
    const sent = message(1, NOW, d, { hist: true })
    expect(
      await storeReadings(
        context,
        [
          { gatewaySn: gateway.sn, message: sent },
          { gatewaySn: 'GW00NOT00KNOWN', message: sent },
        ],
        NOW,
      ),
    ).toEqual({ stored: 1, refused: 2, quarantined: 0, repeated: 0, unknown: 1 })
    expect((await readings(inverter.no)).map(({ p }) => p)).toEqual([3])
  })

  it('D12: one message that the database refuses does not sink the others of its batch', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const messages = Array.from({ length: 9 }, (_, seq) => ({
      gatewaySn: gateway.sn,
      receivedAt: NOW,
      // The contract keeps such a boot out; here it stands for whatever it may one day let through.
      message: message(seq, NOW, [item(inverter.sn, NOW - seq, { p: seq })], {
        boot: seq === 4 ? 'bad\0boot' : 'boot0002',
      }),
    }))
    const settled = await storeEach(context, messages)
    expect(settled.map(({ ok }) => ok)).toEqual(messages.map((_, seq) => seq !== 4))
    expect(await readings(inverter.no)).toHaveLength(8)
  })

  it('V4: what a gateway says in text of any kind is stored, not asked for again for ever', async () => {
    const { gateway, inverters } = await makeSite(db, NOW)
    const inverter = inverters[0]!
    const said = { ...item(inverter.sn, NOW, { p: 865 }), raw: { Md: 'SE17K\0\0', Vr: '1\ud83d' } }
    const decoded = decode('tele', encode(message(1, NOW, [said])))
    if (!decoded.ok) throw new Error(decoded.reason)
    const sent = { gatewaySn: gateway.sn, receivedAt: NOW, message: decoded.message }
    expect(await storeEach(context, [sent])).toEqual([{ ok: true }])
    expect(await readings(inverter.no)).toMatchObject([{ p: 865, raw: { Md: 'SE17K', Vr: '1\ufffd' } }])
  })

  it('makes the days it needs, also when several batches need the same ones at once', async () => {
    const sites = await Promise.all([1, 2, 3, 4].map(async () => makeSite(db, NOW)))
    const from = NOW - 300 * DAY_MS
    await Promise.all(
      sites.map(async ({ gateway, inverters }, index) => {
        const d = Array.from({ length: 12 }, (_, day) =>
          item(inverters[0]!.sn, from + day * DAY_MS + index, { p: 1, e_tot: 1000 + day }),
        )
        await storeReadings(
          context,
          [{ gatewaySn: gateway.sn, message: message(1, NOW, d, { hist: true }) }],
          NOW,
        )
      }),
    )
    for (const { inverters } of sites) expect(await readings(inverters[0]!.no)).toHaveLength(12)
    const { rows } = await sql<{ odd: number }>`
      SELECT count(*)::int AS odd FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
       WHERE i.inhparent = 'reading'::regclass AND NOT EXISTS
             (SELECT 1 FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary)`.execute(db)
    expect(rows[0]?.odd).toBe(0)
  })
})
